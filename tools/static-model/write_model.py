"""Writes the model as libs/embedding/static reads it, and vectors to check an implementation against."""

import hashlib
import json
from pathlib import Path

import numpy as np

from distil import pooled, unit
from teacher import Teacher

GOLDEN = [
    "",
    "How do I rotate the API key?",
    "readFileSync returns a Buffer, getHTTPServer does not.",
    "def tokenize(text: str) -> list[str]:\n    return text.split()",
    "Schlüssel für Çelik naïve façade",
    "日本語のテキスト 🙂 漢字",
    "the the the the a a of",
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
]


def write_model(out: Path, teacher: Teacher, matrix: np.ndarray, text) -> None:
    out.mkdir(parents=True, exist_ok=True)
    scales = np.abs(matrix).max(axis=1).astype("<f4") / 127
    values = np.rint(matrix / np.maximum(scales, 1e-12)[:, None]).clip(-127, 127).astype(np.int8)
    data = scales.tobytes() + values.tobytes()
    (out / "vectors.bin").write_bytes(data)
    (out / "vocab.txt").write_text("".join(f"{piece}\n" for piece in teacher.tokenizer.vocabulary()), encoding="utf-8")
    rows, dimension = matrix.shape
    header = {
        "format": "static-embedding",
        "version": 1,
        "rows": rows,
        "dimension": dimension,
        "dim": dimension,
        "vectors": "vectors.bin",
        "layout": "rows x float32 LE scale, then rows x dimension int8, row-major; vector = int8 * scale[row]",
        "vocabulary": "vocab.txt",
        "vocab": "vocab.txt",
        "pre": "insert a space at camelCase borders: (?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])",
        "tokenizer": "BERT WordPiece, lower-case, accents stripped, no [CLS]/[SEP], no truncation",
        "pooling": "sum over distinct ids of ln(1+count) * vector, then L2",
        "teacher": teacher.published.said,
        "made_from": {"passages": len(text.passages), "pairs": len(text.pairs), "sources": text.sources},
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    (out / "model.json").write_text(json.dumps(header, indent=2) + "\n")
    vectors = unit(pooled.bags(teacher, GOLDEN) @ (values * scales[:, None]))
    lines = [json.dumps({"text": text, "vector": [round(float(x), 7) for x in vector]}) for text, vector in zip(GOLDEN, vectors)]
    (out / "golden.jsonl").write_text("\n".join(lines) + "\n")
