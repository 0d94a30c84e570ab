import { Writable } from 'node:stream';

/** Standard output for the protocol alone. */
export interface ProtocolOutput {
  readonly stream: Writable;
  /** Gives standard output back. */
  release(): void;
}

/** Takes standard output for the protocol: whatever else is written to it from now on, by `console.log` or a library, goes to standard error. */
export function takeStandardOutput(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): ProtocolOutput {
  const write = stdout.write.bind(stdout);
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(chunk, done);
    },
  });
  // A client that closed its end: the write’s own callback reports it to the transport.
  const ignore = () => undefined;
  stdout.on('error', ignore);
  stdout.write = stderr.write.bind(stderr);
  return {
    stream,
    release() {
      stdout.write = write;
      stdout.off('error', ignore);
    },
  };
}
