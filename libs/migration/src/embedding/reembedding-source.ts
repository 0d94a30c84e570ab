import { embedTolerantly, embeddedPassage } from '@tributary/embedding-port';
import type { Point } from '@tributary/engines-port';
import type { CopiedDocument, ListedDocument, MigrationSource, Neighbour, WantedDocument } from '../copy/migration-source.js';
import { requirePresent, type TargetModel } from './target-model.js';

/** Texts given to a model at once: enough to fill its batches, little enough that a kill costs seconds. */
const TEXTS = 64;

/** A source whose documents get their vectors by another model, or by their own where they lack them. A text that the model refuses stays without one. */
export class ReembeddingSource implements MigrationSource {
  readonly #source: MigrationSource;
  readonly #by: TargetModel;

  constructor(source: MigrationSource, by: TargetModel) {
    this.#source = source;
    this.#by = by;
  }

  list(signal: AbortSignal): Promise<ReadonlyMap<string, ListedDocument>> {
    return this.#source.list(signal);
  }

  fences(...asked: Parameters<MigrationSource['fences']>): ReturnType<MigrationSource['fences']> {
    return this.#source.fences(...asked);
  }

  async read(wanted: readonly WantedDocument[], signal: AbortSignal): Promise<readonly CopiedDocument[]> {
    const documents = await this.#source.read(wanted, signal);
    const open = documents.flatMap(({ points }) => points.filter((point) => this.#needsVector(point)));
    if (open.length > 0) await requirePresent(this.#by, signal);
    const vectors = new Map<Point, Float32Array | undefined>();
    for (let at = 0; at < open.length; at += TEXTS) {
      const points = open.slice(at, at + TEXTS);
      const texts = points.map(({ payload }) => embeddedPassage(payload));
      const made = await embedTolerantly(this.#by.provider, texts, { signal, isAnew: this.#by.isAnew });
      points.forEach((point, i) => vectors.set(point, made[i]));
    }
    return documents.map((document) => ({
      ...document,
      points: document.points.map((point) => (vectors.has(point) ? withVector(point, vectors.get(point)) : point)),
    }));
  }

  nearest(vector: Float32Array, limit: number, signal: AbortSignal): Promise<readonly Neighbour[]> {
    return this.#source.nearest(vector, limit, signal);
  }

  #needsVector({ vector }: Point): boolean {
    return vector === undefined || !this.#by.reuses;
  }
}

function withVector({ vector: _before, ...point }: Point, vector: Float32Array | undefined): Point {
  return vector === undefined ? point : { ...point, vector };
}
