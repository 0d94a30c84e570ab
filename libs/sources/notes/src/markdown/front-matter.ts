import { readsAsMapping } from '@tributary/kernel';

/** The head of a note. */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Offset of the first character behind it; 0 where there is none. */
  readonly end: number;
  /** True where it is no YAML. */
  readonly isDamaged: boolean;
}

const NONE: FrontMatter = { fields: {}, end: 0, isDamaged: false };
const HEAD = /^\ufeff?---[ \t]*\r?\n/;
/** A longer head is a text that happens to begin with a rule. */
const LONGEST = 32_000;
/** More repetitions by alias are an attack, not a note. */
const MOST_ALIASES = 50;

/** Reads the YAML between `---` lines at the beginning of a note; a text between two rules is none. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const mark = HEAD.exec(text);
  if (mark === null) return NONE;
  const begin = mark[0].length;
  const close = /^(?:---|\.\.\.)[ \t]*\r?$/m.exec(text.slice(begin, begin + LONGEST));
  if (close === null) return NONE;
  const head = text.slice(begin, begin + close.index);
  if (!readsAsMapping(head.split('\n'))) return NONE;
  const end = begin + close.index + close[0].length;
  // Whoever keeps no notes never loads it.
  const { parse } = await import('yaml');
  try {
    const fields: unknown = parse(head, { maxAliasCount: MOST_ALIASES, logLevel: 'error' });
    const isMap = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
    return { fields: isMap ? Object.fromEntries(Object.entries(fields)) : {}, end, isDamaged: false };
  } catch {
    // The note is worth indexing without what its head says.
    return { fields: {}, end, isDamaged: true };
  }
}
