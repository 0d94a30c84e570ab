import type { ToolCall } from '../../../tools/tool.js';

/** Ids that one look may name. */
const MOST = 1_000;
/** A UUID as Qdrant takes it and some programs write it. */
const WITHOUT_HYPHENS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

interface NamedPoints {
  readonly collection: string;
  readonly ids: readonly string[];
}

/** The ids as points have them: a UUID without hyphens that is no id as it stands gets them. */
export async function writtenIds({ collection, ids }: NamedPoints, { operations, context }: ToolCall): Promise<string[]> {
  const bare = ids.filter((id) => WITHOUT_HYPHENS.test(id));
  const there = new Set<string>();
  for (let at = 0; at < bare.length; at += MOST) {
    const asked = bare.slice(at, at + MOST);
    const { points } = await operations.getPoints({ collection, ids: asked, limit: asked.length }, context);
    for (const { id } of points) there.add(id);
  }
  return ids.map((id) => (there.has(id) ? id : id.replace(WITHOUT_HYPHENS, '$1-$2-$3-$4-$5')));
}
