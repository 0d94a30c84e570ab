// Whether what runs here ends when its terminal does.
import { isatty } from 'node:tty';

/**
 * What was started off a terminal, by `nohup` or as a service, is to outlive it. A program that it starts does so in a group of its own (`detached`): a shell
 * that ends sends SIGHUP to all of a group. Standard input tells it on Linux alone, where `nohup` takes that off the terminal, too.
 */
export function outlivesTerminal() {
  return !isatty(1) && !isatty(2) && (process.platform !== 'linux' || !isatty(0));
}

/**
 * The signals that end this process in order.
 * @returns {NodeJS.Signals[]}
 */
export function endingSignals() {
  return outlivesTerminal() ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}

/** Passes over SIGHUP where it is to end nothing. Node has undone by then that `nohup` had it ignored, and a signal nobody listens to ends the process. */
export function passOverHangUp() {
  if (outlivesTerminal()) process.on('SIGHUP', () => undefined);
}
