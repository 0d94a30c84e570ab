import { UNKNOWN_MODEL, type CardModel, type Finding } from '@tributary/contracts';
import { embeddedText, type EmbeddingProvider } from '@tributary/embedding-port';
import { isAbort } from '@tributary/kernel';
import { cosine } from '@tributary/ranking';

const MATCH = 0.99;
/** Vectors of another model have next to nothing in common; these are of the same one, made from other text or by another runtime. */
const NEAR = 0.9;
const TEXTS = 16;

/** A stored passage with its vector. */
export interface StoredPassage {
  readonly title: string;
  readonly text: string;
  readonly vector: Float32Array;
}

interface Probe {
  readonly model: CardModel;
  /** Median cosine between stored vectors and those made anew. */
  readonly cosine: number;
  readonly how: string;
}

interface ProbeInput {
  readonly passages: readonly StoredPassage[];
  readonly providers: readonly EmbeddingProvider[];
  readonly dimension: number;
  readonly signal?: AbortSignal | undefined;
}

/** Which configured model made these vectors. */
export interface ProbedModel {
  /** Undefined when none did. */
  readonly model: CardModel | undefined;
  readonly finding: Finding;
  /** Median cosine of the nearest model, where that may have made them, from other text than the stored one. */
  readonly near?: number;
  readonly notes: readonly string[];
}

/** Embeds up to 16 stored texts with every configured model of that dimension, as each may have been used, and compares with what is stored.
 *  A median cosine of 0.99 or more is a match. */
export async function probeModels({ passages, providers, dimension, signal }: ProbeInput): Promise<ProbedModel> {
  const sample = usable(passages).slice(0, TEXTS);
  const notes: string[] = [];
  const probes: Probe[] = [];
  const others: string[] = [];
  for (const provider of providers) {
    try {
      const model = await provider.describe(signal);
      if (model.dimension !== dimension) others.push(`${model.name} (${model.dimension.toString()})`);
      else if (sample.length > 0) probes.push(await probe(provider, model, { sample, signal }));
    } catch (error) {
      if (isAbort(error) && signal?.aborted === true) throw error;
      notes.push(
        `The model ${provider.name} did not answer and was not compared: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  const best = probes.toSorted((a, b) => b.cosine - a.cosine)[0];
  return { ...conclude(best, { sample: sample.length, dimension, others }), notes };
}

function conclude(
  best: Probe | undefined,
  { sample, dimension, others }: { readonly sample: number; readonly dimension: number; readonly others: readonly string[] },
): Omit<ProbedModel, 'notes'> {
  const finding = { what: 'model', name: '' } as const;
  if (best !== undefined && best.cosine >= MATCH) {
    const reason = `${sample.toString()} stored texts embedded anew (${best.how}): median cosine ${best.cosine.toFixed(4)}`;
    return { model: best.model, finding: { ...finding, value: best.model.name, certainty: sample >= 8 ? 'certain' : 'likely', reason } };
  }
  const tried =
    best !== undefined
      ? `the nearest, ${best.model.name}, gives a median cosine of ${best.cosine.toFixed(2)}${best.cosine < NEAR ? '' : `: if it made them, from other text than the stored one, name it (--model ${best.model.name})`}`
      : sample === 0
        ? 'no stored text with a vector was found to compare'
        : `no configured model has ${dimension.toString()} dimensions${others.length === 0 ? '' : `; there are ${others.join(', ')}`}`;
  const near = best !== undefined && best.cosine >= NEAR ? { near: best.cosine } : {};
  const certainty = 'near' in near ? 'likely' : 'certain';
  return { model: undefined, finding: { ...finding, value: UNKNOWN_MODEL, certainty, reason: tried }, ...near };
}

async function probe(
  provider: EmbeddingProvider,
  model: CardModel,
  { sample, signal }: { readonly sample: readonly StoredPassage[]; readonly signal: AbortSignal | undefined },
): Promise<Probe> {
  const hasPrefix = model.document_prefix !== '';
  const probes: Probe[] = [];
  for (const { how, textOf, kind } of variantsOf(model, sample)) {
    const vectors = await provider.embed(sample.map(textOf), { kind, ...(signal ? { signal } : {}) });
    const found = median(vectors.map((vector, at) => likeness(vector, sample[at]?.vector)));
    const used = kind === 'query' && hasPrefix ? { ...model, document_prefix: '' } : model;
    probes.push({ model: used, cosine: found, how });
    if (found >= MATCH) break;
  }
  return probes.toSorted((a, b) => b.cosine - a.cosine)[0] ?? { model, cosine: 0, how: '' };
}

interface Variant {
  readonly how: string;
  readonly kind: 'document' | 'query';
  readonly textOf: (passage: StoredPassage) => string;
}

/** As documents, plain where a model of ours puts a prefix in front of documents only, and with the title in front. */
function variantsOf({ document_prefix, query_prefix }: CardModel, sample: readonly StoredPassage[]): readonly Variant[] {
  const plain = ({ text }: StoredPassage) => text;
  const titled = ({ title, text }: StoredPassage) => embeddedText(title, text);
  const hasTitles = sample.some(({ title }) => title !== '');
  return [
    { how: document_prefix === '' ? 'plain' : 'with the prefix of documents', kind: 'document', textOf: plain },
    ...(document_prefix !== '' && query_prefix === '' ? [{ how: 'plain', kind: 'query', textOf: plain } as const] : []),
    ...(hasTitles ? [{ how: 'with the title in front', kind: 'document', textOf: titled } as const] : []),
  ];
}

/** Different texts with vectors that say something. */
function usable(passages: readonly StoredPassage[]): readonly StoredPassage[] {
  const byText = new Map(passages.map((passage) => [passage.text, passage]));
  return [...byText.values()].filter(
    ({ text, vector }) => text.trim() !== '' && vector.every(Number.isFinite) && vector.some((value) => value !== 0),
  );
}

function likeness(made: Float32Array, stored: Float32Array | undefined): number {
  return stored?.length === made.length ? cosine(made, stored) : 0;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? (sorted[Math.floor(middle)] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
