import { setTimeout as pause } from 'node:timers/promises';
import { isAbort } from '@tributary/kernel';

const LOOK_MS = 250;
/** Proxies cut connections that are silent for a minute or less. */
const SILENT_MS = 15_000;

/** Something that is looked at again and again until it is over. */
export interface Followed<State> {
  readonly first: State;
  /** @throws ends the stream with an event `error` */
  readonly look: () => Promise<State>;
  /** The event’s name. */
  readonly event: string;
  readonly isOver: (state: State) => boolean;
}

interface FollowOptions {
  readonly signal: AbortSignal;
  /** What is told of an error. */
  readonly toProblem: (error: unknown) => unknown;
  readonly lookMs?: number;
  readonly silentMs?: number;
}

/** Server-sent events: the state, each one that differs from the last, a comment where nothing happens for long, and an end when it is over. */
export async function* follow<State>(
  { first, look, event, isOver }: Followed<State>,
  { signal, toProblem, lookMs = LOOK_MS, silentMs = SILENT_MS }: FollowOptions,
): AsyncGenerator<string> {
  let shown = JSON.stringify(first);
  let spokenAt = Date.now();
  yield eventText(event, shown);
  if (isOver(first)) return;
  try {
    for (;;) {
      await pause(lookMs, undefined, { signal });
      const state = await look();
      const text = JSON.stringify(state);
      if (text !== shown) {
        yield eventText(event, text);
        [shown, spokenAt] = [text, Date.now()];
      } else if (Date.now() - spokenAt >= silentMs) {
        yield ': still there\n\n';
        spokenAt = Date.now();
      }
      if (isOver(state)) return;
    }
  } catch (error) {
    if (signal.aborted || isAbort(error)) return;
    yield eventText('error', JSON.stringify(toProblem(error)));
  }
}

function eventText(event: string, data: string): string {
  return `event: ${event}\ndata: ${data}\n\n`;
}
