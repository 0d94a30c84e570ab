const STEP_MS = 50;
const MAX_MS = 500;
/** Of a server that was demoted, also as a script of an older Redis passes it on, and as whoever waits for a job hears it. */
const DEMOTED = /(?:^|-)(?:READONLY|MASTERDOWN|UNBLOCKED force)\b/;

interface ReconnectingOptions {
  /** Whether what was refused is asked again over the new connection; otherwise whoever asked hears of the refusal. */
  readonly asksAgain: boolean;
  readonly onDemoted?: (error: Error) => void;
}

/** How a connection comes back: soon where it was lost. Where its server says that it is a replica now, it is left for the one its address leads to after a
 *  failover; the address may lead to the replica for longer, so half a second lies between two looks. */
export function reconnecting({ asksAgain, onDemoted }: ReconnectingOptions) {
  let isDemoted = false;
  return {
    retryStrategy: (times: number): number => {
      const delayMs = isDemoted ? MAX_MS : Math.min(times * STEP_MS, MAX_MS);
      isDemoted = false;
      return delayMs;
    },
    /** As ioredis reads it: 1 makes the connection anew, 2 sends the command over it, too. */
    reconnectOnError: (error: Error): false | 1 | 2 => {
      if (!DEMOTED.test(error.message)) return false;
      isDemoted = true;
      onDemoted?.(error);
      return asksAgain ? 2 : 1;
    },
  };
}
