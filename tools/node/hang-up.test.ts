import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';

const tool = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

it('what nohup started goes on with its step when the terminal ends', async () => {
  await using folder = await temporaryFolder();
  const started = join(folder.path, 'started');
  const step = `process.on('SIGTERM', () => process.exit(7)); require('node:fs').writeFileSync(${JSON.stringify(started)}, ''); setInterval(() => {}, 1000);`;
  const program = `
    import { outlivesTerminal, passOverHangUp } from ${tool('hang-up.mjs')};
    import { runCaptured } from ${tool('../prepare/run-captured.mjs')};
    passOverHangUp();
    const options = { cwd: '/', detached: outlivesTerminal(), onStart: (pid) => console.log(pid) };
    console.log((await runCaptured(process.execPath, ['-e', ${JSON.stringify(step)}], options)).code);`;
  const nohup = spawn('nohup', [process.execPath, '--input-type=module', '-e', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const printed = text(nohup.stdout);
  const stepPid = Number(await once(nohup.stdout, 'data'));
  await eventually(() => existsSync(started));
  process.kill(-(nohup.pid ?? NaN), 'SIGHUP'); // as a shell does to a job
  process.kill(stepPid, 'SIGTERM');
  expect(await printed).toBe(`${stepPid.toString()}\n7\n`);
});
