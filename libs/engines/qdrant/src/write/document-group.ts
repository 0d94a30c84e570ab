import type { Schemas } from '@qdrant/js-client-rest';
import type { WriteOutcome } from '@tributary/engines-port';
import { encodeAnchor, type Anchor } from '../points/anchor.js';
import { own } from '../points/layout.js';
import { encodePoint, type VectorLayout } from '../points/point-codec.js';
import type { PointStore } from '../points/point-store.js';
import { inBatches } from './batches.js';
import { decide, type Change } from './change.js';

type Operation = Schemas['UpdateOperation'];

/** A change whose turn it is: its own anchor stands. */
interface Claim {
  readonly change: Change;
  readonly anchor: Anchor;
  readonly known: Anchor | undefined;
}

interface GroupContext {
  readonly store: PointStore;
  readonly collection: string;
  readonly layout: VectorLayout;
  readonly now: () => number;
  /** Hears of anchors that took the place of one whose write was cut short. */
  readonly onTakeover: (anchors: readonly Anchor[]) => void;
}

/** Makes changes of different documents together, in five requests and as many as their bytes need. Repeated for those that somebody else got ahead of. */
export async function applyChanges(changes: readonly Change[], context: GroupContext): Promise<ReadonlyMap<string, WriteOutcome>> {
  const outcomes = new Map<string, WriteOutcome>();
  for (let open = changes; open.length > 0; open = open.filter(({ docId }) => !outcomes.has(docId))) {
    const claims = await claim(open, { ...context, outcomes });
    await write(claims, context);
    const standing = await stillStanding(claims, context);
    for (const { change, known } of standing) outcomes.set(change.docId, { outcome: 'written', points: pointsOf(change, known) });
  }
  return outcomes;
}

/** Puts the anchors of the admitted changes in place of those just read. @returns the changes whose anchor stands now */
async function claim(
  changes: readonly Change[],
  { store, collection, now, onTakeover, outcomes }: GroupContext & { readonly outcomes: Map<string, WriteOutcome> },
): Promise<readonly Claim[]> {
  const docIds = changes.map(({ docId }) => docId);
  const known = await store.anchors(docIds, { collection });
  const at = now();
  const claims: Claim[] = [];
  const overtaken: Anchor[] = [];
  for (const change of changes) {
    const present = known.get(change.docId);
    const decision = decide(change, present, at);
    if ('refused' in decision) {
      outcomes.set(change.docId, decision.refused);
      if (present && decision.refused.outcome === 'superseded') overtaken.push(present);
    } else claims.push({ change, anchor: decision.anchor, known: known.get(change.docId) });
  }
  if (claims.length === 0) {
    await store.update(removeBelow(overtaken), { collection });
    return [];
  }
  const fresh = claims.filter((one) => !one.known).map(({ anchor }) => encodeAnchor(anchor));
  const replacing = claims.flatMap((one) => (one.known ? [{ anchor: one.anchor, nonce: one.known.nonce }] : []));
  // What attempts that died left behind. It goes to every shard, and first: where one takes no writes, no anchor is replaced whose chunks could not be.
  const leftBehind = removeBelow([...overtaken, ...claims.flatMap((one) => one.known ?? [])]);
  await store.update([...leftBehind, ...insert(fresh), ...replace(replacing)], { collection });
  const standing = owned(claims, await store.anchors(docIds, { collection }));
  onTakeover(standing.flatMap((one) => (one.known?.state === 'writing' ? [one.anchor] : [])));
  return standing;
}

/** Writes chunks where nothing newer stands, then takes away what older writes left, then says that it is done. */
async function write(claims: readonly Claim[], { store, collection, layout }: GroupContext): Promise<void> {
  if (claims.length === 0) return;
  const runs = [...bySeq(claims)].flatMap(([seq, points]) =>
    inBatches(points.map((point) => encodePoint(point, { seq, layout }))).map((batch) => ({ seq, batch })),
  );
  const last = runs.pop();
  for (const run of runs) await store.update([putChunks(run)], { collection });
  const done = claims.map(({ anchor }) => ({ anchor: { ...anchor, state: 'done' as const }, nonce: anchor.nonce }));
  await store.update([...(last ? [putChunks(last)] : []), ...removeOlder(claims), ...replace(done)], { collection });
}

/** The claims that hold to the end. What the others wrote meanwhile is taken away again. */
async function stillStanding(claims: readonly Claim[], { store, collection }: GroupContext): Promise<readonly Claim[]> {
  if (claims.length === 0) return [];
  const anchors = await store.anchors(
    claims.map(({ change }) => change.docId),
    { collection },
  );
  const standing = new Set(owned(claims, anchors));
  const lost = claims.filter((one) => !standing.has(one));
  const theirs = lost.map(({ anchor }) => ({
    must: [
      { key: 'doc_id', match: { value: anchor.doc } },
      { key: own('seq'), range: { gte: anchor.seq, lte: anchor.seq } },
    ],
  }));
  if (theirs.length > 0) await store.update([{ delete: { filter: { should: theirs } } }], { collection });
  return [...standing];
}

function owned(claims: readonly Claim[], anchors: ReadonlyMap<string, Anchor>): readonly Claim[] {
  return claims.filter(({ anchor }) => anchors.get(anchor.doc)?.nonce === anchor.nonce);
}

function pointsOf({ deleted, points }: Change, known: Anchor | undefined): number {
  if (!deleted) return points.length;
  return known && !known.deleted ? known.chunks : 0;
}

function bySeq(claims: readonly Claim[]): ReadonlyMap<number, Change['points']> {
  const groups = new Map<number, Change['points']>();
  for (const { change, anchor } of claims) {
    if (change.points.length > 0) groups.set(anchor.seq, [...(groups.get(anchor.seq) ?? []), ...change.points]);
  }
  return groups;
}

function insert(points: Schemas['PointStruct'][]): readonly Operation[] {
  return points.length === 0 ? [] : [{ upsert: { points, update_mode: 'insert_only' } }];
}

/** A nonce is of one document only, so one condition serves all: whichever of them stands at a point, it is the one read there. */
function replace(anchors: readonly { readonly anchor: Anchor; readonly nonce: string }[]): readonly Operation[] {
  if (anchors.length === 0) return [];
  const points = anchors.map(({ anchor }) => encodeAnchor(anchor));
  const isAsRead = { must: [{ key: own('nonce'), match: { any: anchors.map(({ nonce }) => nonce) } }] };
  return [{ upsert: { points, update_mode: 'update_only', update_filter: isAsRead } }];
}

function putChunks({ seq, batch }: { readonly seq: number; readonly batch: readonly Schemas['PointStruct'][] }): Operation {
  return { upsert: { points: [...batch], update_filter: { must: [{ key: own('seq'), range: { lt: seq } }] } } };
}

function removeOlder(claims: readonly Claim[]): readonly Operation[] {
  return removeBelow(claims.filter(({ known }) => known !== undefined).map(({ anchor }) => anchor));
}

/** Takes away the chunks of each document that were written under an earlier number than its anchor's. */
export function removeBelow(anchors: readonly Anchor[]): readonly Operation[] {
  const should = anchors.map(({ doc, seq }) => ({
    must: [
      { key: 'doc_id', match: { value: doc } },
      { key: own('seq'), range: { lt: seq } },
    ],
  }));
  return should.length === 0 ? [] : [{ delete: { filter: { should } } }];
}
