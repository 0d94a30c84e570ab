// Entry of the writer thread: it owns a connection that writes, and commits while the main thread embeds and answers.
import { toErrorRecord } from '@tributary/kernel';
import { parentPort, workerData } from 'node:worker_threads';
import { explainStoreError } from '../store/sqlite-errors.js';
import { connectWriter, type WriterPlace } from '../store/store.js';
import { GroupCommit } from '../write/group-commit.js';
import { perform, type Write } from '../write/writes.js';
import type { BatchReply, WriteBatch, WriteReply } from './messages.js';

// safe: only ThreadWriter starts this file, with the place of its store
const place = workerData as WriterPlace;
const connection = connectWriter(place);
const changed = new Set<number>();
const commits = new GroupCommit(connection, {
  file: place,
  onCommit: (collections) => {
    for (const id of collections) changed.add(id);
  },
});

async function answer(write: Write): Promise<WriteReply> {
  try {
    return { result: await commits.run((transaction) => perform(transaction, write)) };
  } catch (error) {
    return { error: toErrorRecord(explainStoreError(error, place.file)) };
  }
}

async function commit({ number, writes }: WriteBatch): Promise<void> {
  const replies = await Promise.all(writes.map(answer));
  const reply: BatchReply = { number, replies, collections: [...changed] };
  changed.clear();
  parentPort?.postMessage(reply);
}

parentPort?.on('message', (batch: WriteBatch | 'end') => {
  if (batch !== 'end') {
    void commit(batch);
    return;
  }
  void commits.idle().then(() => {
    connection.close();
    parentPort?.close();
  });
});
parentPort?.postMessage('open');
