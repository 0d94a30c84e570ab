import type { CardFields, PointPayload } from '@tributary/contracts';
import { foreignPayload, type FilterPoint, type ForeignPoint } from '@tributary/engines-port';

/** A record of a foreign collection in both layouts. */
export interface ForeignRow {
  readonly id: string;
  readonly payload: PointPayload;
  /** What a filter looks at: fields a card maps in our layout, others as their maker wrote them. */
  readonly seen: FilterPoint;
  readonly vector: Float32Array | undefined;
  readonly distance: number | undefined;
}

const OURS = [
  'title',
  'source',
  'path',
  'chunk_index',
  'user_id',
  'acl',
  'tags',
  'created_at',
  'modified_at',
  'content',
  'doc_id',
  'metadata',
];

/** The columns of an answer of Chroma. */
export interface ForeignColumns {
  readonly ids: readonly string[];
  readonly metadatas: readonly (Readonly<Record<string, unknown>> | null)[];
  readonly documents: readonly (string | null)[];
  readonly embeddings: readonly (readonly number[] | null)[];
  readonly distances?: readonly (number | null)[];
}

export function foreignPoints({ ids, metadatas, documents, embeddings }: ForeignColumns): readonly ForeignPoint[] {
  return ids.map((id, i) => {
    const [document, embedding] = [documents[i], embeddings[i]];
    return {
      id,
      payload: metadatas[i] ?? {},
      vectors: new Map(embedding ? [['', Float32Array.from(embedding)]] : []),
      ...(typeof document === 'string' ? { document } : {}),
    };
  });
}

export function foreignRows(
  columns: ForeignColumns,
  { name, fields }: { readonly name: string; readonly fields: CardFields },
): readonly ForeignRow[] {
  return foreignPoints(columns).map((point, i) => {
    const payload = foreignPayload(point, name, fields);
    const own = Object.fromEntries(Object.entries(point.payload).filter(([key]) => !OURS.includes(key)));
    return {
      id: point.id,
      payload,
      seen: { id: point.id, payload: { ...payload, ...own } },
      vector: point.vectors.get(''),
      distance: columns.distances?.[i] ?? undefined,
    };
  });
}
