import type { CallContext, Operations, Principal } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { collectionOf } from '../resources/collection-resources.js';
import { normaliseUri } from '../resources/resource-uri.js';

/** How often watched resources are looked at, unless a server is made with another time. */
export const WATCH_EVERY_MS = 5_000;

/** What a client is told. */
export type ResourceChange = { readonly kind: 'list' } | { readonly kind: 'resource'; readonly uri: string };

interface Watching {
  readonly operations: Pick<Operations, 'fetch' | 'listCollections'>;
  /** Who watches, asked at each look; a rejection ends the watch. */
  readonly caller: () => Promise<Principal>;
  readonly signal: AbortSignal;
  readonly everyMs: number;
  /** Asked at each look: resources may be added and taken away meanwhile. */
  readonly wanted: () => { readonly list: boolean; readonly uris: readonly string[] };
  readonly tell: (change: ResourceChange) => void;
}

const LIST = 'the list';

/** Looks at resources from time to time, as their caller sees them, and tells what is another one than at the look before. Whichever process holds the
 *  connection looks for itself, so that replicas need nothing from each other. Never rejects. */
export async function watchResources({ operations, caller, signal, everyMs, wanted, tell }: Watching): Promise<void> {
  let before = new Map<string, string>();
  while (!signal.aborted) {
    const { list, uris } = wanted();
    const principal = await caller().catch(() => undefined);
    if (principal === undefined) return;
    const now = await look({ operations, context: { principal, signal }, uris: list ? [LIST, ...uris] : uris });
    for (const [uri, state] of now) {
      const known = before.get(uri);
      if (known !== undefined && known !== state) tell(uri === LIST ? { kind: 'list' } : { kind: 'resource', uri });
    }
    // What could not be looked at this time is compared with what it was before.
    before = new Map(uris.concat(LIST).flatMap((uri) => stateOf(uri, now, before)));
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

type States = ReadonlyMap<string, string>;

function stateOf(uri: string, now: States, before: States): readonly (readonly [string, string])[] {
  const state = now.get(uri) ?? before.get(uri);
  return state === undefined ? [] : [[uri, state]];
}

interface Look {
  readonly operations: Watching['operations'];
  readonly context: CallContext;
  readonly uris: readonly string[];
}

async function look({ operations, context, uris }: Look): Promise<States> {
  const needsCards = uris.some((uri) => uri === LIST || collectionOf(uri) !== undefined);
  const cards = needsCards ? await operations.listCollections(context).catch(() => undefined) : undefined;
  const states = new Map<string, string>();
  for (const uri of uris) {
    const collection = collectionOf(uri);
    if (uri === LIST) {
      if (cards)
        states.set(
          uri,
          cards
            .map(({ name }) => name)
            .toSorted()
            .join(' '),
        );
    } else if (collection !== undefined) {
      if (cards) states.set(uri, JSON.stringify(cards.find(({ name }) => name === collection) ?? 'gone'));
    } else {
      const version = await versionOf(uri, operations, context);
      if (version !== undefined) states.set(uri, version);
    }
  }
  return states;
}

/** Undefined when it could not be read this time. */
async function versionOf(uri: string, operations: Pick<Operations, 'fetch'>, context: CallContext): Promise<string | undefined> {
  try {
    return (await operations.fetch({ uri: normaliseUri(uri), token_budget: 50 }, context)).version.toString();
  } catch (error) {
    return toErrorRecord(error).category === 'not_found' ? 'gone' : undefined;
  }
}
