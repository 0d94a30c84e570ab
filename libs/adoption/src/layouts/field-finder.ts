import { DOCUMENT_PLACE, valueAtPlace, type ForeignPoint } from '@tributary/engines-port';
import type { ValueKind } from './layout.js';

type Sampled = Pick<ForeignPoint, 'payload' | 'document'>;

const CHECKS: Readonly<Record<ValueKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string' && value.trim() !== '',
  name: (value) => (typeof value === 'string' && value.trim() !== '' && value.length <= 2000) || typeof value === 'number',
  number: (value) => (typeof value === 'number' || (typeof value === 'string' && value !== '')) && Number.isSafeInteger(Number(value)),
  list: (value) => typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string')),
  moment: (value) => typeof value === 'number' || (typeof value === 'string' && !Number.isNaN(Date.parse(value))),
};

/** A place, and the share of the sampled points that have a fitting value there. */
export interface FoundPlace {
  readonly place: string;
  readonly share: number;
}

/** Looks for values in a sample of a collection's points. */
export class FieldFinder {
  readonly #points: readonly Sampled[];

  constructor(points: readonly Sampled[]) {
    this.#points = points;
  }

  /** Share of the points, 0 to 1, that have a value of this kind at the place. */
  share(place: string, kind: ValueKind): number {
    if (this.#points.length === 0) return 0;
    return this.#points.filter((point) => CHECKS[kind](at(point, place))).length / this.#points.length;
  }

  /** Share of the points that have anything but null there. */
  presence(place: string): number {
    if (this.#points.length === 0) return 0;
    return this.#points.filter((point) => (at(point, place) ?? null) !== null).length / this.#points.length;
  }

  /** The places that at least this share of the points has, in the order given. */
  having(places: readonly string[], kind: ValueKind, least: number): readonly FoundPlace[] {
    return places.map((place) => ({ place, share: this.share(place, kind) })).filter(({ share }) => share >= least && share > 0);
  }

  /** What each point says there, as text; undefined where it says nothing that could be a name. */
  names(place: string): readonly (string | undefined)[] {
    return this.#points.map((point) => {
      const value = at(point, place);
      return CHECKS.name(value) ? String(value) : undefined;
    });
  }

  /** The top-level text, or one below an object, that is longest on average. */
  longestText(): FoundPlace | undefined {
    const lengths = new Map<string, number>();
    for (const { payload } of this.#points) {
      for (const [place, value] of texts(payload)) lengths.set(place, (lengths.get(place) ?? 0) + value.length);
    }
    const [longest] = [...lengths].sort((a, b) => b[1] - a[1]);
    return longest && { place: longest[0], share: this.share(longest[0], 'text') };
  }
}

function at({ payload, document }: Sampled, place: string): unknown {
  return place === DOCUMENT_PLACE ? document : valueAtPlace(payload, place);
}

function texts(payload: object): readonly (readonly [string, string])[] {
  return Object.entries(payload).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[name, value] as const];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return Object.entries(value).flatMap(([inner, text]: [string, unknown]) =>
      typeof text === 'string' ? [[`${name}.${inner}`, text] as const] : [],
    );
  });
}
