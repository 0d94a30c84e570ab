import { Card } from '@tributary/contracts';
import type { Collection, CollectionMetadata } from 'chromadb';
import { z } from 'zod';
import { KnownHeads } from '../heads/known-heads.js';

/** Where Tributary's mark stands in the metadata of a collection. */
const MARK = 'tributary';

/** Metadata of Chroma is flat, so the mark is JSON text. */
const Mark = z.discriminatedUnion('kind', [
  z.object({ v: z.literal(1), kind: z.literal('points'), name: z.string(), heads: z.string(), card: Card, owner: z.string().optional() }),
  z.object({ v: z.literal(1), kind: z.literal('heads'), name: z.string() }),
]);
export type Mark = z.infer<typeof Mark>;

/** A collection of ours: its points in one collection of Chroma, the commits of its documents in another. */
export interface OwnCollection {
  /** Physical name. */
  readonly name: string;
  readonly card: Card;
  readonly pointsId: string;
  readonly headsId: string;
  readonly known: KnownHeads;
  /** What was found out about its points so far. */
  readonly seen: { pointsWithoutVector: boolean };
}

/** What Tributary wrote beside a collection; undefined where another program made it. */
export function markOf(metadata: CollectionMetadata | null | undefined): Mark | undefined {
  const text = metadata?.[MARK];
  if (typeof text !== 'string') return undefined;
  try {
    const parsed = Mark.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** The name, description and date stand there in plain sight as well, where other tools of Chroma look for them. */
export function markMetadata(mark: Mark): CollectionMetadata {
  const text = { [MARK]: JSON.stringify(mark) };
  return mark.kind === 'heads' ? text : { ...text, description: mark.card.description, created_at: mark.card.created_at };
}

export function ownCollection({
  points,
  heads,
  mark,
}: {
  readonly points: Collection;
  readonly heads: Collection;
  readonly mark: Mark & { kind: 'points' };
}): OwnCollection {
  return {
    name: mark.name,
    card: mark.card,
    pointsId: points.id,
    headsId: heads.id,
    known: new KnownHeads(),
    seen: { pointsWithoutVector: false },
  };
}
