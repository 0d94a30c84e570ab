import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { permanent } from '@tributary/kernel';
import type { Command, ServiceFile } from './service-file.js';

type Environment = Readonly<Record<string, string | undefined>>;

const run = promisify(execFile);
/** What ends may drain its work first, which the system gives it 40 s for. */
const PATIENCE_MS = 60_000;
const ASK_EVERY_MS = 250;

/** The commands that start a service by its file, as they are written in a shell. */
export function startingCommands({ earlier, start }: ServiceFile): readonly string[] {
  return [...(earlier === undefined ? [] : [earlier.remove]), ...start].map(commandLine);
}

export function commandLine(command: Command): string {
  return command.join(' ');
}

/** Starts a service by its file, in place of what an earlier file started. @throws `SERVICE.COMMAND_FAILED` with what the system says */
export async function startService({ earlier, start, path }: ServiceFile, env: Environment): Promise<void> {
  if (earlier !== undefined) {
    await succeeds(earlier.remove, env);
    const patience = performance.now() + PATIENCE_MS;
    while ((await succeeds(earlier.find, env)) && performance.now() < patience) await pause(ASK_EVERY_MS);
  }
  await runCommands(start, {
    env,
    instead: `${path} is written: run the command by hand, or take the file out with "tributary service uninstall --file-only".`,
  });
}

/** Ends a service where it is loaded. @throws `SERVICE.COMMAND_FAILED` with what the system says */
export async function stopService({ earlier, stop, path }: ServiceFile, env: Environment): Promise<void> {
  if (earlier !== undefined && !(await succeeds(earlier.find, env))) return;
  await runCommands(stop, { env, instead: `${path} is still there: run the command by hand, or remove the file alone with --file-only.` });
}

async function runCommands(
  commands: readonly Command[],
  { env, instead }: { readonly env: Environment; readonly instead: string },
): Promise<void> {
  for (const [program = '', ...args] of commands) {
    try {
      await run(program, args, { env: { ...env } });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message.trim() : String(cause);
      throw permanent('SERVICE.COMMAND_FAILED', `${why}\n${instead}`, {
        category: 'unavailable',
        cause,
      });
    }
  }
}

function succeeds([program = '', ...args]: Command, env: Environment): Promise<boolean> {
  return run(program, args, { env: { ...env } }).then(
    () => true,
    () => false,
  );
}
