"""Puts the documents of a file of JSON lines into Tributary's queue, with nothing but BullMQ (pip install bullmq):

python docs/examples/producer.py redis://127.0.0.1:6379 tributary documents.jsonl
"""

import asyncio
import json
import sys

from bullmq import Queue

BATCH = 200
# More than this many in line, and we wait: Redis holds what waits in memory.
MOST_WAITING = 10_000


async def send(queue, documents):
    # What a worker has looked at stands under "prioritized".
    while sum((await queue.getJobCounts("wait", "prioritized")).values()) >= MOST_WAITING:
        await asyncio.sleep(0.5)
    await queue.addBulk([{"name": "document", "data": document} for document in documents])
    return len(documents)


async def main(url, prefix, file):
    queue = Queue("ingest-document", {"connection": url, "prefix": f"{{{prefix}:ingest-document}}"})
    sent = 0
    batch = []
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            if not line.strip():
                continue
            # "collection" and "id" say where it belongs; the greater "version" wins, in whatever order they arrive.
            batch.append(json.loads(line))
            if len(batch) == BATCH:
                sent += await send(queue, batch)
                batch = []
    if batch:
        sent += await send(queue, batch)
    print(f"sent {sent}")
    await queue.close()


asyncio.run(main(*sys.argv[1:]))
