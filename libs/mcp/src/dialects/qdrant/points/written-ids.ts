import { hasCode } from '@tributary/kernel';
import type { ToolCall } from '../../../tools/tool.js';

/** Ids that one look may name. */
const MOST = 1_000;
/** A UUID as Qdrant takes it and some programs write it. */
const WITHOUT_HYPHENS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

interface NamedPoints {
  readonly collection: string;
  readonly ids: readonly string[];
}

/** The ids as points have them: a UUID without hyphens gets them where something is called so and nothing has the id as it stands, which may be that of a document or a
 *  string id. Where the caller may not look, the ids stay as they are. */
export async function writtenIds({ collection, ids }: NamedPoints, call: ToolCall): Promise<readonly string[]> {
  const bare = [...new Set(ids.filter((id) => WITHOUT_HYPHENS.test(id)))];
  try {
    const rewritten = new Set<string>();
    for (let at = 0; at < bare.length; at += MOST) {
      for (const id of await strayIds({ collection, ids: bare.slice(at, at + MOST) }, call)) rewritten.add(id);
    }
    return ids.map((id) => (rewritten.has(id) ? hyphenated(id) : id));
  } catch (error) {
    if (hasCode(error, 'ACCESS.DENIED')) return ids;
    throw error;
  }
}

/** Those that name something with hyphens, and nothing without. */
async function strayIds({ collection, ids }: NamedPoints, call: ToolCall): Promise<readonly string[]> {
  const points = await pointsNamed({ collection, ids: ids.map(hyphenated) }, call);
  const there = new Set(points.map(({ id }) => id.toLowerCase()));
  const direct = ids.filter((id) => there.has(hyphenated(id).toLowerCase()));
  const others = ids.filter((id) => !there.has(hyphenated(id).toLowerCase()));
  // What more was found has other ids than it was asked for by: documents, by theirs.
  const nothing =
    points.length > direct.length ? await namingNothing({ collection, ids: others.map(hyphenated) }, call) : others.map(hyphenated);
  const unnamed = new Set(nothing);
  return namingNothing({ collection, ids: ids.filter((id) => !unnamed.has(hyphenated(id))) }, call);
}

/** An answer does not say which id a point was found by, only how many were: halves are asked for until it is all or none. */
async function namingNothing({ collection, ids }: NamedPoints, call: ToolCall): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { length: found } = await pointsNamed({ collection, ids }, call);
  if (found === 0) return ids;
  if (found >= ids.length) return [];
  const half = Math.ceil(ids.length / 2);
  const first = await namingNothing({ collection, ids: ids.slice(0, half) }, call);
  return [...first, ...(await namingNothing({ collection, ids: ids.slice(half) }, call))];
}

async function pointsNamed({ collection, ids }: NamedPoints, { operations, context }: ToolCall) {
  const { points } = await operations.getPoints({ collection, ids: [...ids], limit: ids.length }, context);
  return points;
}

function hyphenated(id: string): string {
  return id.replace(WITHOUT_HYPHENS, '$1-$2-$3-$4-$5');
}
