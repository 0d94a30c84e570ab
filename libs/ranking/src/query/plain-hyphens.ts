/** Programs whose options are words behind one hyphen, with what they are told to do first. */
const ACTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['go', 'build clean doc env fmt generate get install list mod run test tool vet work'] as const,
    ['terraform', 'apply destroy import init output plan refresh state validate'] as const,
    ['mvn', 'clean compile deploy install package site test verify'] as const,
    ['openssl', 'ca crl dgst enc genpkey genrsa pkcs12 pkey rand req rsa s_client s_server verify x509'] as const,
  ].map(([name, actions]) => [name, actions.split(' ')]),
);
const WORDS = /\S+/g;
/** What may stand before the name of a program. */
const PROMPT = /^(?:[$%>]|sudo|time|[A-Z_][A-Z0-9_]*=\S*)$/;
const OPTION = /^-\p{L}/u;
const PLACE = /^(?:~|\.{1,2})?\/|^(?:~|\.{1,2})$|\/$/;
/** The name of a file; `node.js` and `example.com` are none. */
const FILE = /[^.\s]\.(?!(?:ai|com|io|js|net|org)$)[a-z][a-z0-9]{0,4}$/;
/** Programs that are told nothing first, with what stands right behind them where a path tells a command from words. People begin a query with `find` and `java`, too, and name a file in it. */
const BEGINNINGS: ReadonlyMap<string, RegExp> = new Map([
  ['find', new RegExp(`${PLACE.source}|^-(?:name|iname|type|path|size|mtime|maxdepth)$`)],
  ['java', /^-(?:jar|cp|classpath|server|ea|[DX]\S+|javaagent:\S+)$/],
  ...['clang', 'clang++', 'ffmpeg', 'g++', 'gcc', 'javac'].map((name) => [name, /./] as const),
]);
/** What code has and words have not, behind the hyphen by which a diff marks a line that is gone. People write of calls and comparisons, too. */
const STATEMENT = /\s[-+*/%&|^:?]{0,2}=\s|=>|[{}]|;\s*$/;

interface Word {
  readonly written: string;
  readonly at: number;
}

/** Places of hyphens before words that exclude nothing in a query of one line: they mark options of a command, or the line as taken out by a diff. */
export function plainHyphens(query: string): ReadonlySet<number> {
  const words = Array.from(query.matchAll(WORDS), ({ 0: written, index }) => ({ written, at: index }));
  const plain = optionsOf(words).map(({ at }) => at);
  const first = words[0];
  return new Set(first !== undefined && OPTION.test(first.written) && STATEMENT.test(query) ? [first.at, ...plain] : plain);
}

/** All where an argument of the command is a path, else those right behind what it is told to do. */
function optionsOf(words: readonly Word[]): readonly Word[] {
  const [program, ...rest] = words.slice(words.findIndex(({ written }) => !PROMPT.test(written)));
  const name = program?.written ?? '';
  const actions = ACTIONS.get(name);
  const told = actions === undefined ? 0 : rest.findIndex(({ written }) => !actions.includes(written));
  const given = actions !== undefined && told <= 0 ? [] : rest.slice(told);
  const [first] = given;
  if (first === undefined || !(actions === undefined ? BEGINNINGS.get(name)?.test(first.written) : isOption(first) || isPath(first)))
    return [];
  if (given.some(isPath)) return given.filter(isOption);
  if (actions === undefined) return [];
  const end = given.findIndex((word) => !isOption(word));
  return end < 0 ? given : given.slice(0, end);
}

function isOption({ written }: Word): boolean {
  return OPTION.test(written);
}

function isPath(word: Word): boolean {
  return !isOption(word) && (PLACE.test(word.written) || FILE.test(word.written));
}
