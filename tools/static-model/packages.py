"""Packages of text and code, fetched by the ordinary clients (pip, apt-get, mvn) into the user's cache and unpacked there, never installed. Only those are
read whose own metadata name a permissive license; what a machine has no client for is left out, and said."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from email.parser import HeaderParser
from pathlib import Path

PERMISSIVE = re.compile(r"\b(MIT|Expat|ISC|BSD|Apache|0BSD|CC0|Unlicense|BlueOak|PSF|Python Software Foundation|Zlib|BSL|Boost|PostgreSQL|NCSA|Go)\b|WordNet|public[-_ ]domain|Python license", re.I)
COPYLEFT = re.compile(r"GPL(?!-compatible)|MPL|EUPL|CC-BY-SA|SSPL|Affero|CeCILL|GFDL", re.I)
LIST = Path(__file__).with_name("packages.json")
AT_ONCE = 4


def is_permissive(said: str) -> bool:
    return bool(PERMISSIVE.search(said)) and not COPYLEFT.search(said)


def fetch(cache: Path, log) -> dict[str, list[Path]]:
    """The folders of the packages of packages.json, by where they come from. Fetched once; a package that cannot be had is left out, and said."""
    wanted = json.loads(LIST.read_text())
    kinds = {"PyPI": ("pypi", None, fetch_wheel), "Debian": ("debian", "apt-get", fetch_deb), "Maven": ("maven", "mvn", fetch_jar)}
    found: dict[str, list[Path]] = {}
    for kind, (key, client, fetch_one) in kinds.items():
        if client and not shutil.which(client):
            log(f"no {client} here: the packages of {kind} are left out")
            continue
        with ThreadPoolExecutor(AT_ONCE) as pool:
            folders = list(pool.map(lambda name: unpacked(cache / key, name, fetch_one), wanted[key]))
        for name, folder in zip(wanted[key], folders):
            if folder is None:
                log(f"{kind}: {name} is left out; it cannot be fetched, or its license is not permissive")
        found[kind] = [folder for folder in folders if folder]
    return found


def unpacked(root: Path, name: str, fetch_one) -> Path | None:
    """The folder with the package's files; an empty mark beside it says that it is whole and permissive."""
    folder = root / re.sub(r"[^\w.-]", "_", name)
    done = folder.with_name(f"{folder.name}.done")
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            said = fetch_one(name, folder)
        except (subprocess.CalledProcessError, OSError, zipfile.BadZipFile):
            return None
        done.write_text(said)
    return folder if is_permissive(done.read_text()) else None


def fetch_wheel(name: str, folder: Path) -> str:
    run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(folder), name])
    unzip(folder, "*.whl")
    header = HeaderParser().parsestr(next(folder.glob("*.dist-info/METADATA")).read_text(errors="replace"))
    classifiers = [one for one in header.get_all("Classifier") or [] if one.startswith("License")]
    return " ".join([header.get("License-Expression") or "", (header.get("License") or "")[:200], *classifiers])


def fetch_deb(name: str, folder: Path) -> str:
    run(["apt-get", "download", "--quiet", name], cwd=folder)
    [file] = folder.glob("*.deb")
    run(["dpkg-deb", "-x", str(file), str(folder)])
    file.unlink()
    copyright_ = next(folder.glob("usr/share/doc/*/copyright")).read_text(errors="replace")
    whole = re.search(r"^Files: \*\n(?:(?!\n\n).)*?^License:[ \t]*(\S.*?)$", copyright_, re.M | re.S) or re.search(r"^License:[ \t]*(\S.*?)$", copyright_, re.M)
    return whole.group(1) if whole else copyright_[:3000]


def fetch_jar(name: str, folder: Path) -> str:
    """The sources; the license stands in the description of the package or of its parent, or in the jar."""
    run(["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={name}:jar:sources", f"-DoutputDirectory={folder}"])
    unzip(folder, "*.jar")
    run(["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={name}:pom", f"-DoutputDirectory={folder}"])
    said = [file.read_text(errors="replace") for file in folder.glob("*.pom")]
    licenses = re.findall(r"<license>.*?<name>(.*?)</name>", " ".join(said), re.S)
    return " ".join(licenses) or " ".join(file.read_text(errors="replace")[:200] for file in folder.glob("META-INF/LICENSE*"))


def unzip(folder: Path, pattern: str) -> None:
    [file] = folder.glob(pattern)
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    file.unlink()


def run(command: list[str], cwd: Path | None = None) -> None:
    subprocess.run(command, check=True, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
