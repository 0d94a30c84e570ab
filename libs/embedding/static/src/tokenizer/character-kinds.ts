/** What the BERT tokeniser does with a character. */
export const Kind = {
  unknown: 0,
  /** Part of a word; `forms` says as which unit. */
  letter: 1,
  /** An ASCII capital: part of a word in lower case, and a possible camelCase border. */
  capital: 2,
  space: 3,
  /** A word of its own: punctuation and Han characters. */
  alone: 4,
  /** Control and format characters and the replacement character. */
  removed: 5,
  /** Becomes several characters, or one outside the basic plane. */
  composed: 6,
} as const;

const HAN_RANGES = [
  [0x4e00, 0x9fff],
  [0x3400, 0x4dbf],
  [0x20000, 0x2a6df],
  [0x2a700, 0x2b73f],
  [0x2b740, 0x2b81f],
  [0x2b920, 0x2ceaf],
  [0xf900, 0xfaff],
  [0x2f800, 0x2fa1f],
] as const;

const KEPT_CONTROLS = /^[\t\n\r]$/;
const CONTROL = /^[\p{Cc}\p{Cf}\p{Co}\u0000\ufffd]$/u;
const WHITE_SPACE = /^\p{White_Space}$/u;
const PUNCTUATION = /^[!-/:-@[-`{-~\p{P}]$/u;
const NON_SPACING_MARKS = /\p{Mn}/gu;

/** How one character enters a word: its units after lower-casing and removal of accents, and whether each is a word of its own. */
export interface Composition {
  readonly units: readonly number[];
  readonly alone: boolean;
}

const NOTHING: Composition = { units: [], alone: false };

/** What each UTF-16 unit of the basic plane is, worked out when first met (Unicode tables of all 65,536 would cost the start 30 ms). */
export class CharacterKinds {
  readonly kinds = new Uint8Array(65_536);
  /** For `letter`, `capital` and `alone`: the unit it becomes. */
  readonly forms = new Uint16Array(65_536);
  readonly #compositions = new Map<number, Composition>();

  constructor() {
    for (let unit = 0; unit < 128; unit++) this.classify(unit);
  }

  /** The kind of a unit not met before. */
  classify(unit: number): number {
    const isCapital = unit >= 0x41 && unit <= 0x5a;
    const kind = isCapital ? Kind.capital : this.#kindOf(unit);
    const units = kind === Kind.space || kind === Kind.removed ? [] : this.composition(unit).units;
    this.kinds[unit] = kind;
    this.forms[unit] = units[0] ?? 0;
    return kind;
  }

  /** How a code point enters a word. */
  composition(codePoint: number): Composition {
    const known = this.#compositions.get(codePoint);
    if (known) return known;
    const composition = isRemoved(codePoint) ? NOTHING : compose(codePoint);
    this.#compositions.set(codePoint, composition);
    return composition;
  }

  #kindOf(unit: number): number {
    if (isSurrogate(unit)) return Kind.composed;
    if (isRemoved(unit)) return Kind.removed;
    if (WHITE_SPACE.test(String.fromCharCode(unit))) return Kind.space;
    const { units, alone } = this.composition(unit);
    if (units.length === 0) return Kind.removed;
    if (units.length > 1) return Kind.composed;
    return alone ? Kind.alone : Kind.letter;
  }
}

// Lower-cased character by character: in a whole word JavaScript would make the last sigma another letter, BERT does not.
function compose(codePoint: number): Composition {
  const bare = String.fromCodePoint(codePoint).normalize('NFD').replace(NON_SPACING_MARKS, '');
  const lower = Array.from(bare, (char) => char.toLowerCase()).join('');
  return {
    units: Array.from({ length: lower.length }, (_, at) => lower.charCodeAt(at)),
    alone: isHan(codePoint) || PUNCTUATION.test(lower),
  };
}

/** A half of a pair; one that stands alone is no character and is removed. */
function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}

function isRemoved(codePoint: number): boolean {
  const char = String.fromCodePoint(codePoint);
  return isSurrogate(codePoint) || (CONTROL.test(char) && !KEPT_CONTROLS.test(char));
}

function isHan(codePoint: number): boolean {
  return HAN_RANGES.some(([first, last]) => codePoint >= first && codePoint <= last);
}
