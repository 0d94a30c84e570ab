import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import type { Order } from './messages.js';

const ENTRY = new URL('../../dist/process/extraction-main.js', import.meta.url);
const AS_ON_WINDOWS = 'data:text/javascript,Object.defineProperty(process, "platform", { value: "win32" })';

it('ends with too much memory by a signal that Windows has, too', async () => {
  const execArgv = ['--no-warnings', '--import', AS_ON_WINDOWS];
  const child = fork(ENTRY, ['1'], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

it('does not end with the terminal, but with the process it belongs to', async () => {
  const child = fork(ENTRY, ['1000'], { execArgv: ['--no-warnings'], serialization: 'advanced' });
  const ended = once(child, 'exit');
  const order: Order = {
    request: { bytes: new TextEncoder().encode('<p>The pilot comes aboard.'), name: 'a.html' },
    budgets: DEFAULT_BUDGETS,
  };
  child.send(order);
  await once(child, 'message');
  child.kill('SIGHUP');
  child.send(order);
  expect(await Promise.race([once(child, 'message'), ended])).toMatchObject([{ outcome: { extracted: true } }, undefined]);
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});
