import { embeddedText } from '@tributary/embedding-port';
import type { PointFeatures, StoredPoint } from '@tributary/engines-port';
import { documentNames } from '@tributary/kernel';
import { sha256Hex } from '@tributary/kernel/ids';
import { withNameTerms } from '@tributary/ranking';

/** The analysis behind the keyword lane, as made at ingest. */
export type AnalyseText = (chunk: { readonly heading: string; readonly content: string }) => Omit<PointFeatures, 'common'>;

/** The model by which collections of different models are compared: an `EmbeddingProvider`, or what stands for one. */
export interface CommonModel {
  embed(texts: readonly string[], options: { readonly kind: 'document'; readonly signal?: AbortSignal }): Promise<readonly Float32Array[]>;
}

/** A passage as it is analysed. */
interface Text {
  readonly heading: string;
  readonly content: string;
}

const KEPT = 4_000;

/** The judge's features of texts that came without them, remembered by content. */
export class TextFeatures {
  readonly #analyse: AnalyseText;
  readonly #common: CommonModel;
  /** In order of use, the least recent first. */
  readonly #known = new Map<string, PointFeatures>();

  constructor(analyse: AnalyseText, common: CommonModel) {
    this.#analyse = analyse;
    this.#common = common;
  }

  /** One for each text, in order. */
  async of(texts: readonly Text[], signal?: AbortSignal): Promise<readonly PointFeatures[]> {
    const keys = texts.map(({ heading, content }) => sha256Hex(`${heading}\u0000${content}`));
    const found = new Map(keys.flatMap((key) => this.#recall(key)));
    const missing = new Map(texts.flatMap((text, i) => missingEntry(keys[i], text, found)));
    const made = await this.make([...missing.values()], signal);
    [...missing.keys()].forEach((key, i) => {
      const features = made[i];
      if (!features) return;
      found.set(key, features);
      this.#keep(key, features);
    });
    return keys.flatMap((key) => found.get(key) ?? []);
  }

  /** The same for texts that will hardly be asked for again: nothing is remembered. */
  async make(texts: readonly Text[], signal?: AbortSignal): Promise<readonly PointFeatures[]> {
    if (texts.length === 0) return [];
    const embedded = texts.map(({ heading, content }) => embeddedText(heading, content));
    const vectors = await this.#common.embed(embedded, { kind: 'document', ...(signal ? { signal } : {}) });
    return texts.map((text, i) => ({ ...this.#analyse(text), common: vectors[i] ?? new Float32Array() }));
  }

  /** Those of passages as they stand in a collection of ours, the first with the names of its document. One for each, in order. */
  async ofPoints(points: readonly StoredPoint[], signal?: AbortSignal): Promise<readonly PointFeatures[]> {
    const texts = points.map(({ payload }) => ({ heading: headingOf(payload), content: payload.content }));
    const made = await this.make(texts, signal);
    return made.map((features, at) => {
      const payload = points[at]?.payload;
      return payload?.chunk_index === 0 ? { ...features, terms: withNameTerms(features.terms, documentNames(payload)) } : features;
    });
  }

  #recall(key: string): readonly (readonly [string, PointFeatures])[] {
    const features = this.#known.get(key);
    if (!features) return [];
    this.#keep(key, features);
    return [[key, features]];
  }

  #keep(key: string, features: PointFeatures): void {
    this.#known.delete(key);
    this.#known.set(key, features);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** The title path of a stored passage. */
export function headingOf({ heading, title }: StoredPoint['payload']): string {
  return heading ?? title;
}

function missingEntry(
  key: string | undefined,
  text: Text,
  found: ReadonlyMap<string, PointFeatures>,
): readonly (readonly [string, Text])[] {
  return key === undefined || found.has(key) ? [] : [[key, text]];
}
