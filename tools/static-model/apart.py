"""Keeps texts that a model is later judged by out of what it is made from."""

import json
import re
from pathlib import Path

RUN = 10


def runs(text: str):
    words = re.findall(r"\w+", text.lower())
    return (hash(" ".join(words[at : at + RUN])) for at in range(len(words) - RUN + 1))


class Apart:
    """Texts that share a run of ten words with the documents or queries of judged collections (folders with corpus.jsonl and queries.jsonl)."""

    def __init__(self, folder: Path | None):
        files = sorted(folder.glob("**/corpus.jsonl")) + sorted(folder.glob("**/queries.jsonl")) if folder else []
        self.known = {run for file in files for line in file.read_text().split("\n") if line for run in runs(text_of(json.loads(line)))}

    def shares(self, text: str) -> bool:
        return bool(self.known) and any(run in self.known for run in runs(text))


def text_of(row: dict) -> str:
    return f"{row.get('title', '')} {row.get('text', '')}"
