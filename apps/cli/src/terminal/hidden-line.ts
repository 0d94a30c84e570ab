import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';

interface Typing {
  readonly input: Readable;
  readonly signal: AbortSignal | undefined;
  /** Ctrl-C: a terminal that shows nothing leaves it to whoever reads. */
  readonly onInterrupt: () => void;
}

/** One line that is typed at a terminal without being shown; empty at its end (Ctrl-D). @throws what the signal says when it aborts */
export async function hiddenLine({ input, signal, onInterrupt }: Typing): Promise<string> {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input, output: nowhere, terminal: true });
  lines.on('SIGINT', onInterrupt);
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => {
        resolve('');
      });
      signal?.addEventListener('abort', () => {
        reject(new DOMException('The input was given up.', 'AbortError'));
      });
    });
  } finally {
    lines.close();
  }
}
