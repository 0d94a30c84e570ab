"""What a file gives: passages of text or code, and pairs of texts that belong together (doc comment and code, first sentence and the rest, words and their
gloss). No text is kept: it is read, and vectors are made of it."""

import ast
import gzip
import re
from html.parser import HTMLParser
from pathlib import Path

PROSE = {".md", ".txt", ".rst", ".html", ".htm", ".dz"}
CODE = {".py", ".js", ".mjs", ".ts", ".java", ".scala", ".kt", ".go", ".rs", ".rb", ".php", ".h", ".hpp", ".cc", ".cpp"}
WORDNET = re.compile(r"^data\.(noun|verb|adj|adv)$")
PROSE_CHARACTERS, CODE_CHARACTERS = 480, 330
MOST_BYTES = 200_000
FEWEST_CHARACTERS = 40
FEWEST_OF_PAIR = 4
FEWEST_LETTERS = 0.5
BLOCKS = {"p", "li", "dd", "dt", "td", "h1", "h2", "h3", "h4", "h5", "h6", "div", "section", "br", "tr"}
UNREAD = {"script", "style", "nav", "pre", "head", "footer"}
LINE_COMMENT = re.compile(r"^\s*(///|//!|//|#(?!!|\[|include|define|if|endif|pragma|else|undef))\s?(.*)$")
BOILERPLATE = re.compile(r"copyright|licen[cs]e|eslint|@ts-|clang-format|SPDX|generated|noinspection|rubocop", re.I)
DECLARES = re.compile(r"\(|\b(class|struct|interface|enum|trait|type|module|object|record)\b")


def is_read(file: Path) -> bool:
    return file.suffix in PROSE | CODE or bool(WORDNET.match(file.name))


def is_prose(file: Path) -> bool:
    return file.suffix not in CODE


class Found:
    """Passages of prose and of code, and pairs; as keys, so that each is there once."""

    def __init__(self):
        self.prose: dict[str, None] = {}
        self.code: dict[str, None] = {}
        self.pairs: dict[tuple[str, str], None] = {}

    def add_pair(self, left: str, right: str) -> None:
        if len(left) >= FEWEST_OF_PAIR and len(right) >= FEWEST_CHARACTERS:
            self.pairs[(left, right)] = None


def add_file(file: Path, found: Found) -> None:
    """Adds what the file gives; a file that cannot be read gives nothing."""
    try:
        if WORDNET.match(file.name):
            add_wordnet(file.read_text(encoding="utf-8"), found)
            return
        raw = gzip.decompress(file.read_bytes()) if file.suffix == ".dz" else file.read_bytes()
        text = raw[:MOST_BYTES].decode("utf-8", errors="ignore" if len(raw) > MOST_BYTES else "strict")
    except (OSError, UnicodeDecodeError):
        return
    if is_prose(file):
        add_prose(paragraphs_of_html(text) if file.suffix in (".html", ".htm") else re.split(r"\n\s*\n", text), found)
        return
    for passage in cut(text.split("\n"), CODE_CHARACTERS, "\n"):
        found.code[passage] = None
    if file.suffix == ".py":
        add_docstrings(text, found)
    else:
        add_doc_comments(text.split("\n"), found)


def add_prose(paragraphs: list[str], found: Found) -> None:
    for paragraph in paragraphs:
        if paragraph.lstrip().startswith(("```", ">>>", ".. ")):
            continue
        plain = re.sub(r"\s+", " ", re.sub(r"!?\[([^\]]*)\]\([^)]*\)|<[^>]+>", r"\1", paragraph)).strip()
        sentences = re.split(r"(?<=[.!?])\s+", plain)
        for passage in cut(sentences, PROSE_CHARACTERS, " "):
            found.prose[passage] = None
        if len(sentences) > 2 and len(sentences[0]) >= FEWEST_CHARACTERS:
            found.add_pair(sentences[0], " ".join(sentences[1:])[:PROSE_CHARACTERS])


class Paragraphs(HTMLParser):
    def __init__(self):
        super().__init__()
        self.paragraphs, self.unread = [""], 0

    def handle_starttag(self, tag, attributes):
        self.unread += tag in UNREAD
        if tag in BLOCKS:
            self.paragraphs.append("")

    def handle_endtag(self, tag):
        self.unread = max(0, self.unread - (tag in UNREAD))
        if tag in BLOCKS:
            self.paragraphs.append("")

    def handle_data(self, data):
        if not self.unread:
            self.paragraphs[-1] += data


def paragraphs_of_html(text: str) -> list[str]:
    parser = Paragraphs()
    parser.feed(text)
    return [paragraph for paragraph in parser.paragraphs if len(paragraph.strip()) >= FEWEST_CHARACTERS]


def add_wordnet(text: str, found: Found) -> None:
    for line in text.split("\n"):
        if line.startswith(" ") or "|" not in line:
            continue
        fields, gloss = line.split("|", 1)
        parts = fields.split(" ")
        words = ", ".join(parts[4 + 2 * at].replace("_", " ") for at in range(int(parts[3], 16)))
        found.prose[f"{words}: {gloss.strip()}"] = None
        found.add_pair(words, gloss.strip())


def add_docstrings(text: str, found: Found) -> None:
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
            found.add_pair(said.split("\n\n")[0][:PROSE_CHARACTERS], f"{lines[node.lineno - 1].strip()}\n{body}")


def add_doc_comments(lines: list[str], found: Found) -> None:
    """The first paragraph of a comment that stands right above a declaration, and the code from there on without its comments."""
    at = 0
    while at < len(lines):
        said, at = comment_at(lines, at)
        if said is None:
            at += 1
            continue
        while at < len(lines) and re.match(r"^\s*(@\w|#\[|\[)", lines[at]):
            at += 1
        if at < len(lines) and len(said) >= FEWEST_CHARACTERS and not BOILERPLATE.search(said) and DECLARES.search(lines[at]):
            found.add_pair(said[:PROSE_CHARACTERS], code_from(lines, at))


def comment_at(lines: list[str], at: int) -> tuple[str | None, int]:
    """The comment that begins at a line and the line after it; none, and the same line, where there is none."""
    if lines[at].lstrip().startswith("/**"):
        end = next((n for n in range(at, min(at + 80, len(lines))) if "*/" in lines[n]), None)
        if end is None:
            return None, at
        raw = [re.sub(r"^\s*/?\*+/?\s?|\*/\s*$", "", line) for line in lines[at : end + 1]]
    else:
        end = at
        while end < len(lines) and LINE_COMMENT.match(lines[end]):
            end += 1
        if end == at:
            return None, at
        raw = [LINE_COMMENT.match(line).group(2) for line in lines[at:end]]
        end -= 1
    said = re.split(r"\n\s*\n|\n\s*(?:@\w|\\\w|# |```|<p>)", "\n".join(raw).strip())[0]
    return re.sub(r"\s+", " ", re.sub(r"\{@\w+ ([^}]*)\}|<[^>]+>", r"\1", said)).strip(), end + 1


def code_from(lines: list[str], at: int) -> str:
    code = []
    for line in lines[at : at + 20]:
        if LINE_COMMENT.match(line) or line.lstrip().startswith(("/*", "*")):
            continue
        code.append(line)
        if sum(map(len, code)) > CODE_CHARACTERS:
            break
    return "\n".join(code)[:CODE_CHARACTERS].strip()


def cut(parts: list[str], characters: int, glue: str):
    """Parts put together until they have about so many characters."""
    passage = ""
    for part in parts:
        if passage and len(passage) + len(part) > characters:
            if is_text(passage):
                yield passage.strip()
            passage = ""
        passage += (glue if passage else "") + part[: 2 * characters]
    if is_text(passage):
        yield passage.strip()


def is_text(passage: str) -> bool:
    """Long enough, and not mostly numbers and signs."""
    return len(passage.strip()) >= FEWEST_CHARACTERS and sum(map(str.isalpha, passage)) >= FEWEST_LETTERS * len(re.sub(r"\s", "", passage))
