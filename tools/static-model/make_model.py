"""Makes a static embedding model from publicly packaged weights and permissively licensed text. One command:

    python3 tools/static-model/make_model.py OUT [--passages 150000] [--text FOLDER ...]

OUT gets model.json, vectors.bin, vocab.txt and golden.jsonl: 384 dimensions in order of importance; tools/static-model/cut-model.mjs cuts them to 256.
What it needs is installed into an environment of its own below the user's cache. README.md says what each step does.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

PACKAGES = ["numpy", "scipy", "tokenizers", "openvino"]
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "tributary" / "static-model"
ENVIRONMENT = CACHE / "python"


def run_in_environment() -> None:
    """Installs what is missing and runs this script again with it."""
    python = ENVIRONMENT / "bin" / "python"
    done = ENVIRONMENT / "installed"
    if not done.exists() or done.read_text() != " ".join(PACKAGES):
        print(f"Installing into {ENVIRONMENT} …", flush=True)
        subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        done.write_text(" ".join(PACKAGES))
    if Path(sys.prefix) != ENVIRONMENT:
        os.execv(python, [str(python), *sys.argv])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--teacher", default="all-minilm-l6-v2", help="all-minilm-l6-v2 or bge-small-en-v1.5")
    parser.add_argument("--passages", type=int, default=150_000)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--text", type=Path, nargs="*", default=[], help="further folders of text and code that you may use")
    parser.add_argument("--judged", type=Path, help="collections the model will be judged by: passages that share ten words in a row with them are left out")
    parser.add_argument("--steps", type=float, default=1.0, help="share of the training steps; less for a trial")
    parser.add_argument("--trial", action="store_true", help="leave pieces that occur nowhere without a vector, which takes most of the time of a short run")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    run_in_environment()
    sys.dont_write_bytecode = True

    import numpy as np

    from collect_text import Wanted, collect
    from distil import by_importance, contextual_means, distil, pooled, soft_whitening, with_prior
    from teacher import Teacher
    from write_model import write_model

    rng = np.random.default_rng(given.seed)
    start = time.time()
    log = lambda message: print(f"{time.time() - start:7.0f} s  {message}", flush=True)

    teacher = Teacher(given.teacher, CACHE / "teachers")
    text = collect(Wanted(given.passages, given.pairs, given.text, given.judged, CACHE / "text"), teacher.tokenizer, rng, log)
    log(f"{len(text.passages)} passages, {len(text.pairs)} pairs, from: {', '.join(text.sources)}")
    read = contextual_means(teacher, text.passages, log)
    log(f"{int((read.counts > 0).sum())} of {len(read.counts)} pieces occur")
    matrix = with_prior(teacher, read, only_seen=given.trial)
    log("rare pieces lean on the map of the frequent ones")
    bags = pooled.bags(teacher, text.passages)
    matrix = soft_whitening(matrix, read.counts, bags)
    log("weighted by rarity and softly whitened")
    matrix = distil(matrix, read, bags, pooled.pair_bags(teacher, text.pairs), rng, given.steps, log)
    write_model(given.out, teacher, by_importance(matrix, bags), text)
    log(f"written to {given.out}")


if __name__ == "__main__":
    main()
