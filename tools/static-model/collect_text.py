"""Passages and pairs of texts from what is installed here under a permissive license: packages of npm (package.json says which), packages of Python
(their metadata), Python's own library, and folders the caller names. No text is kept: it is read, and vectors are made of it."""

import ast
import json
import re
import sys
import sysconfig
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import numpy as np

PERMISSIVE = re.compile(r"\b(MIT|ISC|BSD|Apache|0BSD|CC0|Unlicense|BlueOak|PSF|Python Software Foundation|Zlib)\b", re.I)
COPYLEFT = re.compile(r"GPL|MPL|EUPL|CC-BY-SA|SSPL|Affero", re.I)
PROSE = {".md", ".txt", ".rst"}
CODE = {".py", ".js", ".mjs", ".ts"}
PROSE_CHARACTERS, CODE_CHARACTERS = 480, 330
MOST_BYTES = 200_000
MOST_FILES_OF_PACKAGE = 60
FEWEST_CHARACTERS = 40
PIECES = 128
# Passages to choose from, for each that is wanted.
POOL = 4


@dataclass
class Text:
    passages: list[str]
    pairs: list[tuple[str, str]]
    sources: list[str]


def collect(folders: list[Path], tokenizer, wanted: int, rng: np.random.Generator) -> Text:
    roots = {"npm packages": npm_packages(), "Python packages": python_packages(), "Python's library": [Path(sysconfig.get_paths()["stdlib"])]}
    roots |= {str(folder.name): [folder] for folder in folders}
    passages: dict[str, None] = {}
    pairs: dict[tuple[str, str], None] = {}
    packages = [package for several in roots.values() for package in several]
    for at in rng.permutation(len(packages)):
        for file in files_of(packages[at]):
            add_file(file, passages, pairs)
        # Enough to choose from; a trial need not read everything.
        if len(passages) >= POOL * wanted and len(pairs) >= wanted:
            break
    chosen = choose(list(passages), tokenizer, wanted, rng)
    mined = list(pairs)
    rng.shuffle(mined)
    return Text(chosen, [tuple(pair) for pair in mined[: max(1000, wanted // 2)]], [name for name, packages in roots.items() if packages])


def npm_packages() -> list[Path]:
    root = Path(__file__).resolve().parents[2] / "node_modules"
    found = []
    for manifest in [*root.glob("*/package.json"), *root.glob("@*/*/package.json")]:
        if manifest.parent.is_symlink():
            continue
        try:
            license_ = json.loads(manifest.read_text()).get("license", "")
        except (OSError, ValueError):
            continue
        if isinstance(license_, str) and PERMISSIVE.search(license_) and not COPYLEFT.search(license_):
            found.append(manifest.parent)
    return sorted(found)


def python_packages() -> list[Path]:
    found = set()
    for distribution in metadata.distributions():
        said = " ".join(
            [distribution.metadata.get("License-Expression") or "", (distribution.metadata.get("License") or "")[:200]]
            + [one for one in distribution.metadata.get_all("Classifier") or [] if one.startswith("License")]
        )
        if PERMISSIVE.search(said) and not COPYLEFT.search(said):
            for file in distribution.files or []:
                top = Path(distribution.locate_file(file.parts[0]))
                if top.is_dir() and not top.name.endswith(".dist-info") and top.name not in ("..", "__pycache__"):
                    found.add(top)
    return sorted(found)


def files_of(package: Path) -> list[Path]:
    """Prose first; no tests, minified files or copies of other packages."""
    files = []
    for file in sorted(package.rglob("*")):
        parts = file.relative_to(package).parts
        if file.suffix not in PROSE | CODE or any(part in ("node_modules", "test", "tests", "__pycache__", "site-packages") for part in parts):
            continue
        if ".min." in file.name or file.name.endswith(".d.ts") or re.search("license|copying|notice|changelog", file.name, re.I):
            continue
        files.append(file)
    return sorted(files, key=lambda file: file.suffix not in PROSE)[:MOST_FILES_OF_PACKAGE]


def add_file(file: Path, passages: dict, pairs: dict) -> None:
    try:
        text = file.read_text(encoding="utf-8")[:MOST_BYTES]
    except (OSError, UnicodeDecodeError):
        return
    if file.suffix in PROSE:
        add_prose(text, passages, pairs)
        return
    for passage in cut(text.split("\n"), CODE_CHARACTERS, "\n"):
        passages[passage] = None
    if file.suffix == ".py":
        add_docstrings(text, pairs)


def add_prose(text: str, passages: dict, pairs: dict) -> None:
    for paragraph in re.split(r"\n\s*\n", text):
        plain = re.sub(r"\s+", " ", re.sub(r"!?\[([^\]]*)\]\([^)]*\)|<[^>]+>", r"\1", paragraph)).strip()
        sentences = re.split(r"(?<=[.!?])\s+", plain)
        for passage in cut(sentences, PROSE_CHARACTERS, " "):
            passages[passage] = None
        if len(sentences) > 2 and len(sentences[0]) >= FEWEST_CHARACTERS:
            pairs[(sentences[0], " ".join(sentences[1:])[:PROSE_CHARACTERS])] = None


def add_docstrings(text: str, pairs: dict) -> None:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    lines = text.split("\n")
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) or len(node.body) < 2:
            continue
        said = ast.get_docstring(node)
        if said and len(said) >= FEWEST_CHARACTERS:
            body = "\n".join(lines[node.body[1].lineno - 1 : node.end_lineno])[:CODE_CHARACTERS]
            pairs[(said.split("\n\n")[0][:PROSE_CHARACTERS], f"{lines[node.lineno - 1].strip()}\n{body}")] = None


def cut(parts: list[str], characters: int, glue: str):
    """Parts put together until they have about so many characters."""
    passage = ""
    for part in parts:
        if passage and len(passage) + len(part) > characters:
            if len(passage.strip()) >= FEWEST_CHARACTERS:
                yield passage.strip()
            passage = ""
        passage += (glue if passage else "") + part[: 2 * characters]
    if len(passage.strip()) >= FEWEST_CHARACTERS:
        yield passage.strip()


def choose(passages: list[str], tokenizer, wanted: int, rng: np.random.Generator) -> list[str]:
    """Half by chance, half for the rarity of their pieces, among four times as many at most."""
    rng.shuffle(passages)
    pool = passages[: POOL * wanted]
    if len(pool) <= wanted:
        return pool
    pieces = [np.array(sorted(set(ids))[:PIECES], dtype=np.int64) for ids in (tokenizer.ids(text) for text in pool)]
    frequency = np.zeros(tokenizer.size)
    for ids in pieces:
        frequency[ids] += 1
    half = wanted // 2
    rarity = [float(np.mean(1 / np.sqrt(frequency[ids]))) if len(ids) else 0.0 for ids in pieces[half:]]
    return pool[:half] + [pool[half + at] for at in np.argsort(rarity)[::-1][: wanted - half]]
