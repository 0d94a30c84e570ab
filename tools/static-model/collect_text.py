"""Chooses passages and pairs from packages under a permissive license: those of packages.json, the npm packages installed here (package.json says the license),
Python's own library, and folders the caller names."""

import json
import re
import sysconfig
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from apart import Apart
from packages import fetch, is_permissive
from read_text import Found, add_file, is_prose, is_read

MOST_FILES_OF_PACKAGE = 600
PIECES = 128
# Passages to choose from, for each that is wanted.
POOL = 4


@dataclass
class Text:
    passages: list[str]
    pairs: list[tuple[str, str]]
    sources: list[str]


@dataclass
class Wanted:
    passages: int
    pairs: int
    folders: list[Path]
    judged: Path | None
    cache: Path


def collect(wanted: Wanted, tokenizer, rng: np.random.Generator, log) -> Text:
    roots = fetch(wanted.cache, log) | {"npm": npm_packages(), "Python's library": [Path(sysconfig.get_paths()["stdlib"])]}
    roots |= {folder.name: [folder] for folder in wanted.folders}
    found = Found()
    packages = [package for several in roots.values() for package in several]
    for at in rng.permutation(len(packages)):
        for file in files_of(packages[at], rng):
            add_file(file, found)
    log(f"{len(found.prose)} passages of prose, {len(found.code)} of code and {len(found.pairs)} pairs to choose from")
    apart = Apart(wanted.judged)
    half = wanted.passages // 2
    chosen = choose(list(found.prose), tokenizer, half, rng) + choose(list(found.code), tokenizer, half, rng)
    kept = [text for text in chosen if not apart.shares(text)]
    mined = list(found.pairs)
    rng.shuffle(mined)
    belonging = [(left, right) for left, right in mined[: wanted.pairs] if not apart.shares(f"{left} {right}")]
    if apart.known:
        log(f"{len(chosen) - len(kept)} passages and {min(len(mined), wanted.pairs) - len(belonging)} pairs are left out, since they share ten words with what is judged")
    return Text(kept, belonging, [name for name, packages in roots.items() if packages])


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
        if isinstance(license_, str) and is_permissive(license_):
            found.append(manifest.parent)
    return sorted(found)


def files_of(package: Path, rng: np.random.Generator) -> list[Path]:
    """Prose first, otherwise by chance; no tests, minified files or copies of other packages."""
    files = []
    for file in sorted(package.rglob("*")):
        parts = file.relative_to(package).parts
        if not is_read(file) or any(part in ("node_modules", "test", "tests", "testing", "testdata", "__pycache__", "site-packages", "locale") for part in parts):
            continue
        if ".min." in file.name or file.name.endswith(".d.ts") or re.search("license|copying|notice|changelog|genindex|_test|test_|entry_points|RECORD", file.name, re.I):
            continue
        files.append(file)
    rng.shuffle(files)
    return sorted(files, key=lambda file: not is_prose(file))[:MOST_FILES_OF_PACKAGE]


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
