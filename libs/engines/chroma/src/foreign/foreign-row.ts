import type { CardFields, PointPayload } from '@tributary/contracts';
import { foreignPayload, seenByFilters, type FilterPoint, type ForeignPoint } from '@tributary/engines-port';

/** A record of a foreign collection in both layouts. */
export interface ForeignRow {
  readonly id: string;
  readonly payload: PointPayload;
  /** What a filter looks at. */
  readonly seen: FilterPoint;
  readonly vector: Float32Array | undefined;
  readonly distance: number | undefined;
}

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
    return {
      id: point.id,
      payload,
      seen: seenByFilters(point, payload, fields),
      vector: point.vectors.get(''),
      distance: columns.distances?.[i] ?? undefined,
    };
  });
}
