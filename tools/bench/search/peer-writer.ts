// A thread that writes to the peer over a connection of its own, one transaction a message, and says when it is committed.
import { parentPort, workerData } from 'node:worker_threads';
import { Peer, type PeerRow } from './peer.ts';

const peer = new Peer(String(workerData));
parentPort?.on('message', (rows: readonly PeerRow[] | 'end') => {
  if (rows === 'end') {
    peer.close();
    parentPort?.close();
  } else {
    peer.insert(rows);
    parentPort?.postMessage('written');
  }
});
