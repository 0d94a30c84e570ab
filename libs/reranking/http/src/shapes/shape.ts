import { z } from 'zod';

/** One of the two interfaces of rerank servers. */
export type ShapeName = 'tei' | 'cohere';

export interface ShapedRequest {
  readonly query: string;
  readonly texts: readonly string[];
  readonly model: string | undefined;
}

/** How an interface is spoken. */
interface Shape {
  readonly body: (request: ShapedRequest) => object;
  /** The scores by the index of their text, undefined where the answer has another form; numbers are not checked. */
  readonly read: (answer: unknown) => readonly { readonly index: number; readonly score: unknown }[] | undefined;
}

const Index = z.number().int().nonnegative();
const TeiAnswer = z.array(z.object({ index: Index, score: z.unknown() }));
const CohereAnswer = z.object({ results: z.array(z.object({ index: Index, relevance_score: z.unknown() })) });

export const SHAPES: Readonly<Record<ShapeName, Shape>> = {
  tei: {
    body: ({ query, texts }) => ({ query, texts, raw_scores: true, truncate: true }),
    read: (answer) => TeiAnswer.safeParse(answer).data,
  },
  cohere: {
    body: ({ query, texts, model }) => ({ ...(model === undefined ? {} : { model }), query, documents: texts, top_n: texts.length }),
    read: (answer) => CohereAnswer.safeParse(answer).data?.results.map(({ index, relevance_score }) => ({ index, score: relevance_score })),
  },
};

/** A shape at a path behind the configured address. */
export interface Place {
  readonly shape: ShapeName;
  readonly path: string;
}

const VERSIONED = /\/v\d[a-z0-9]*$/;

/** Where an address may answer, the likeliest first. @param address without a slash or `/rerank` at its end */
export function placesOf(address: string, shape: ShapeName | undefined): readonly Place[] {
  const cohere = (VERSIONED.test(address) ? ['/rerank'] : ['/v2/rerank', '/v1/rerank', '/rerank']).map((path) => ({
    shape: 'cohere' as const,
    path,
  }));
  const tei: Place = { shape: 'tei', path: '/rerank' };
  const all: readonly Place[] = VERSIONED.test(address) ? [...cohere, tei] : [tei, ...cohere];
  return all.filter((place) => shape === undefined || place.shape === shape);
}
