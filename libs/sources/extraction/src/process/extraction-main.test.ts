import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const ENTRY = new URL('../../dist/process/extraction-main.js', import.meta.url);
const AS_ON_WINDOWS = 'data:text/javascript,Object.defineProperty(process, "platform", { value: "win32" })';

it('ends with too much memory by a signal that Windows has, too', async () => {
  const execArgv = ['--no-warnings', '--import', AS_ON_WINDOWS];
  const child = fork(ENTRY, ['1'], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});
