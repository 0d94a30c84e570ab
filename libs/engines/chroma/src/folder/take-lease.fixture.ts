// Takes the lease of a folder once it is free, and keeps it.
import { setInterval } from 'node:timers/promises';
import { FolderLease } from './folder-lease.js';

const folder = process.argv[2] ?? '';
let isSaid = false;
for await (const _ of setInterval(5)) {
  const lease = FolderLease.take(folder);
  if (lease instanceof FolderLease) {
    console.log('taken');
    await new Promise(() => undefined);
  }
  if (!isSaid) console.log('held by another');
  isSaid = true;
}
