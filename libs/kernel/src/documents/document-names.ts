const ENDING = /\.\p{L}[\p{L}\p{N}]{0,9}$/u;
const NUMBER = /^\d[\d.:_)\s-]{0,40}(?<!\d)(?=\p{L})/u;
/** What the name of a file says nothing by: its folder is called so. */
const SAYS_NOTHING = /^(?:readme|index)$/iu;
/** As Obsidian calls the further names of a note. */
const ALIASES = ['aliases', 'alias'];
const MOST_ALIASES = 20;

/** What a document is told by, as its passages keep it. */
export interface CalledDocument {
  readonly title: string;
  readonly source: string;
  readonly type: string;
  readonly path?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** What a reader may call a document as a whole: its title and its file without the ending, both also without a number or a day in front, and its further names; of a `README` or an `index` the folder, or the source at its root. None of code, which is called by its file and by what it defines. */
export function documentNames({ title, source, type, path, metadata = {} }: CalledDocument): readonly string[] {
  if (type === 'code') return [];
  const parts = path === undefined || path.includes('://') ? [] : path.split(/[/\\]/u);
  const last = parts.at(-1) ?? '';
  const file = last.replace(ENDING, '');
  const folder = SAYS_NOTHING.test(file) ? (parts.at(-2) ?? source) : '';
  // Who asks for a file by its ending is answered by its path.
  const written = title === last ? [file] : [title, file];
  const names = [...written, ...written.map(withoutNumber), folder, ...ALIASES.flatMap((field) => aliasesIn(metadata[field]))];
  return [...new Set(names.filter((name) => name !== ''))];
}

/** `0042-retries`, `2024-05-01 Anna`, `3. Installation`. */
function withoutNumber(name: string): string {
  return name.replace(NUMBER, '');
}

function aliasesIn(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : typeof value === 'string' ? value.split(',') : [];
  return all.map((one) => one.trim()).slice(0, MOST_ALIASES);
}
