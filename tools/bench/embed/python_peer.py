# Speed of Python's model2vec over the handed matrix, or of the tokenizers package alone; a line of JSON with texts a request, seconds come back.
# Usage: python_peer.py VECTORS_BIN TOKENIZER_JSON ROWS DIMENSION. Reads {"what": "embed" | "tokenize", "texts": [...]} a line.
import json
import os
import sys
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
from model2vec import StaticModel
from tokenizers import Tokenizer

vectors_file, tokenizer_file, rows, dimension = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
raw = np.fromfile(vectors_file, dtype=np.uint8)
scales = raw[: 4 * rows].view("<f4")
values = raw[4 * rows :].view(np.int8).reshape(rows, -1)[:, :dimension]
tokenizer = Tokenizer.from_file(tokenizer_file)
tokenizer.no_truncation()
tokenizer.no_padding()
model = StaticModel(vectors=values.astype(np.float32) * scales[:, None], tokenizer=tokenizer, normalize=True)

print("ready", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    texts = request["texts"]
    started = time.perf_counter()
    if request["what"] == "embed":
        model.encode(texts, max_length=None, use_multiprocessing=False)
    else:
        tokenizer.encode_batch(texts, add_special_tokens=False)
    print(json.dumps({"seconds": time.perf_counter() - started}), flush=True)
