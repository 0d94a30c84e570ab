import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '@tributary/testing';
import { makeTree } from '../testing/tree.fixture.js';
import { FolderReader } from './folder-reader.js';

// Rewrites a file in place without pause: 64 KiB of one letter, in small pieces, then the next letter.
const REWRITER = `
  const fs = require('node:fs');
  const file = fs.openSync(process.argv[1], 'r+');
  const rest = Number(process.argv[2]);
  const backdates = process.argv[3] === 'backdate';
  process.stdout.write('ready');
  for (let round = 0; ; round++) {
    const piece = Buffer.alloc(1024, 97 + (round % 26));
    for (let at = 0; at < 65536; at += 1024) {
      fs.writeSync(file, piece, 0, 1024, at);
      if (backdates) fs.futimesSync(file, 1000, 1000);
    }
    if (rest > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, rest);
  }`;

describe('a file that changes while it is read', () => {
  it('is given up as changing when it never rests', async () => {
    await using tree = await makeTree({ 'x.md': 'a'.repeat(65_536) });
    await using writer = await startWriter(join(tree.path, 'x.md'), 0);
    expect(await readUntil(tree.path, 'changing')).toEqual({ read: false, reason: 'changing' });
    expect(writer.isRunning()).toBe(true);
  });

  it('is given up as changing also when its time of change is set back each time', async () => {
    await using tree = await makeTree({ 'x.md': 'a'.repeat(65_536) });
    await using writer = await startWriter(join(tree.path, 'x.md'), 0, 'backdate');
    expect(await readUntil(tree.path, 'changing')).toEqual({ read: false, reason: 'changing' });
    expect(writer.isRunning()).toBe(true);
  });

  it('is read again until one state of it is whole, never a mix of two', async () => {
    await using tree = await makeTree({ 'x.md': 'a'.repeat(65_536) });
    await using writer = await startWriter(join(tree.path, 'x.md'), 45);
    const reader = new FolderReader();
    const texts = new Set<string>();
    const reasons = new Set<string>();
    await eventually(async () => {
      const outcome = await reader.read(tree.path, 'x.md');
      if (outcome.read) texts.add(outcome.text);
      else reasons.add(outcome.reason);
      return texts.size >= 5;
    });
    for (const text of texts) expect(text).toBe(text.charAt(0).repeat(65_536));
    expect([...reasons].filter((reason) => reason !== 'changing')).toEqual([]);
    expect(writer.isRunning()).toBe(true);
  });

  it('that was written a moment before is trusted only when its last change lies 20 ms back', async () => {
    await using tree = await makeTree({ 'x.md': 'fresh' });
    const outcome = await new FolderReader().read(tree.path, 'x.md');
    expect(outcome).toMatchObject({ read: true, text: 'fresh' });
    expect(Date.now() - (outcome.read ? outcome.mtimeMs : Infinity)).toBeGreaterThanOrEqual(20);
  });
});

/** Reads again and again: on a busy machine a writer may be held up for longer than a read takes. */
async function readUntil(root: string, reason: string) {
  return await eventually(async () => {
    const outcome = await new FolderReader().read(root, 'x.md');
    return !outcome.read && outcome.reason === reason && outcome;
  }, 10_000);
}

async function startWriter(file: string, restMs: number, mode = '') {
  const child = spawn(process.execPath, ['-e', REWRITER, file, restMs.toString(), mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    isRunning: () => child.exitCode === null,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
