import { readsAsMapping } from '@tributary/kernel';

type Language = 'YAML' | 'TOML';

/** The head of a note. */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Offset of the first character behind it; 0 where there is none. */
  readonly end: number;
  /** What it is not valid as; left out where it could be read. */
  readonly damaged?: Language;
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const NONE: FrontMatter = { fields: {}, end: 0 };
const HEAD = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n/;
const END = { YAML: /^(?:---|\.\.\.)[ \t]*\r?$/m, TOML: /^\+\+\+[ \t]*\r?$/m };
/** A longer head is a text that happens to begin with a rule. */
const LONGEST = 32_000;
/** More repetitions by alias are an attack, not a note. */
const MOST_ALIASES = 50;
/** Hugo and Zola have few levels. */
const MOST_LEVELS = 50;

/** Reads what stands between `---` (YAML) or `+++` (TOML) at the beginning of a note; a text between two rules is none. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const mark = HEAD.exec(text);
  if (mark === null) return NONE;
  const language = mark[1] === '---' ? 'YAML' : 'TOML';
  const begin = mark[0].length;
  const close = END[language].exec(text.slice(begin, begin + LONGEST));
  if (close === null) return NONE;
  const head = text.slice(begin, begin + close.index);
  if (language === 'YAML' && !readsAsMapping(head.split('\n'))) return NONE;
  const end = begin + close.index + close[0].length;
  try {
    return { fields: await (language === 'YAML' ? readYaml(head) : readToml(head)), end };
  } catch {
    // The note is worth indexing without what its head says.
    return { fields: {}, end, damaged: language };
  }
}

async function readYaml(head: string): Promise<FrontMatter['fields']> {
  // Whoever keeps no notes never loads it.
  const { parseDocument, visit } = await import('yaml');
  const document = parseDocument(head, { logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'number' && node.source !== undefined && !isQuantity(node.value, node.source)) node.value = node.source;
    },
  });
  const fields: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  const isMap = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  return isMap ? Object.fromEntries(Object.entries(fields)) : {};
}

/** Whether digits are a number to be compared; those of a telephone or an identifier (`0301234567`, more than 2^53) are lost as one. */
function isQuantity(value: number, written: string): boolean {
  return DECIMAL.test(written) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** With the tags that Zola has in a table of their own, and dates as they are written. */
async function readToml(head: string): Promise<FrontMatter['fields']> {
  const { parse, TomlDate } = await import('smol-toml');
  const { taxonomies, ...fields } = parse(head, { maxDepth: MOST_LEVELS });
  const isTable = typeof taxonomies === 'object' && !Array.isArray(taxonomies) && !(taxonomies instanceof TomlDate);
  const entries = Object.entries({ ...(isTable ? taxonomies : {}), ...fields });
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof TomlDate ? value.toISOString() : value]));
}
