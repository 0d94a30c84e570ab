import { CommanderError } from 'commander';
import { Terminal } from '../terminal/terminal.js';
import { commandOf, createProgram } from './create-program.js';
import { ToldFailure } from './told-failure.js';
import { Interruption } from './interruption.js';
import type { GlobalOptions } from './options.js';
import { oneSentence } from './usage-sentence.js';
import type { CommandWork } from './run-command.js';

interface Surroundings {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const INTERRUPTED = 130;

/** Runs one command line and answers its exit code: 0 ok, 1 failed, 2 usage, 78 configuration, 130 interrupted. */
export async function runCli(args: readonly string[], { env, ...streams }: Surroundings): Promise<number> {
  const interruption = new Interruption(process, { isAtTerminal: isAtTerminal(streams) });
  const terminal = new Terminal({ ...streams, env, signal: interruption.signal });
  const program = createProgram({
    args,
    env,
    run,
    writeOut: (text) => streams.stdout.write(text),
    writeErr: (text) => streams.stderr.write(text),
  });
  async function run(work: CommandWork): Promise<void> {
    const { createCommandContext } = await import('./command-context.js');
    await work(createCommandContext({ terminal, options: program.opts<GlobalOptions>(), env, signal: interruption.signal }));
  }
  // A reader that has seen enough (`| head`) is no failure.
  const reader = { hasLeft: false };
  streams.stdout.on('error', () => {
    reader.hasLeft = true;
    interruption.interrupt();
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      const isTold = error.message.startsWith('error:') && program.opts<GlobalOptions>().json === true;
      const message = oneSentence(error.message, { command: commandOf(program, args), args }).trim();
      if (isTold) terminal.printJson({ error: { code: 'USAGE.ARGUMENTS', message, retryable: false } });
      return error.exitCode === 0 ? 0 : 2;
    }
    if (error instanceof ToldFailure) return 1;
    if (interruption.signal.aborted) return reader.hasLeft ? 0 : INTERRUPTED;
    const { reportFailure } = await import('./report-failure.js');
    return reportFailure(error, { terminal, asJson: program.opts<GlobalOptions>().json === true, command: commandOf(program, args) });
  } finally {
    interruption.end();
  }
}

/** Standard input tells it on Linux alone, where `nohup` takes it off the terminal, too. */
function isAtTerminal({ stdin, stdout, stderr }: Omit<Surroundings, 'env'>): boolean {
  return stdout.isTTY || stderr.isTTY || (process.platform === 'linux' && stdin.isTTY);
}
