import { once } from 'node:events';
import { lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { permanent } from '@tributary/kernel';

/** Removes a socket that a process left behind when it died. @throws `SERVER.SOCKET_TAKEN` where somebody answers, or where something else lies */
export async function freeSocket(path: string): Promise<void> {
  const state = await lstat(path).catch(() => undefined);
  if (state === undefined) return;
  if (!state.isSocket() || (await answers(path))) {
    throw permanent('SERVER.SOCKET_TAKEN', `${path} is taken by another program: name another socket, or end that program.`, {
      category: 'conflict',
    });
  }
  await rm(path, { force: true });
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
