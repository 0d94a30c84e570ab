// Python's model2vec in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findModelFolder } from '@tributary/testing';
import { z } from 'zod';
import { pythonWith } from '../../python/environment.ts';

const PACKAGE = 'model2vec';
const SCRIPT = fileURLToPath(new URL('python_peer.py', import.meta.url));
const SHIPPED_MODEL = fileURLToPath(new URL('../../../libs/embedding/static/model/', import.meta.url));
const Answer = z.object({ seconds: z.number() });
const Header = z.object({ rows: z.number(), dimension: z.number() });

export interface PythonPeer {
  /** Seconds for all texts, on one thread. */
  seconds(what: 'embed' | 'tokenize', texts: readonly string[]): Promise<number>;
  close(): void;
}

/** The peer over the matrix that we ship, or why there is none: it is measured where Python and its package index are there. */
export async function openPythonPeer(): Promise<PythonPeer | { readonly missing: string }> {
  const folder = findModelFolder();
  if (folder.kind === 'none') return { missing: folder.reason };
  const environment = pythonWith([PACKAGE]);
  if ('missing' in environment) return environment;
  const { rows, dimension } = Header.parse(JSON.parse(readFileSync(join(SHIPPED_MODEL, 'model.json'), 'utf8')));
  const args = [SCRIPT, join(SHIPPED_MODEL, 'vectors.bin'), join(folder.path, 'tokenizer.json'), rows.toString(), dimension.toString()];
  const child = spawn(environment.python, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout });
  const began = await Promise.race([once(answers, 'line'), once(child, 'exit').then(() => undefined)]);
  if (began === undefined) return { missing: `${PACKAGE} does not run; its own words are above` };
  return {
    seconds: async (what, texts) => {
      const line = once(answers, 'line');
      child.stdin.write(`${JSON.stringify({ what, texts })}\n`);
      return Answer.parse(JSON.parse(String((await line)[0]))).seconds;
    },
    close: () => {
      child.stdin.end();
    },
  };
}
