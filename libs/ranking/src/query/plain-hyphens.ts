/** Programs whose options are words behind one hyphen, with what they are told to do: such an option stands right behind it. Of those without, only an argument that
 *  is a path tells a command ("find . -name") from words ("find plan -draft"). */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['go', 'build clean doc env fmt generate get install list mod run test tool vet work'],
  ['terraform', 'apply destroy import init output plan refresh state validate'],
  ['mvn', 'clean compile deploy install package site test verify'],
  ['openssl', 'ca crl dgst enc genpkey genrsa pkcs12 pkey rand req rsa s_client s_server verify x509'],
  ...['clang', 'clang++', 'ffmpeg', 'find', 'g++', 'gcc', 'java', 'javac'].map((name) => [name, ''] as const),
]);
const WORDS = /\S+/g;
/** What may stand before the name of a program. */
const PROMPT = /^(?:[$%>]|sudo|time|[A-Z_][A-Z0-9_]*=\S*)$/;
/** A place in a file system, or the name of a file; `node.js` and `example.com` are none. */
const PATH = /^(?:\.{1,2}$|(?:~|\.{1,2})?\/)|\/$|[^.\s]\.(?!(?:ai|com|io|js|net|org)$)[a-z][a-z0-9]{0,4}$/;
const OPTION = /^-\p{L}/u;
/** What code has and words have not, behind the hyphen by which a diff marks a line that is gone. */
const STATEMENT = /\s[-+*/]?=\s|[=!<>]=|=>|[\w$]\(|[{}]|;\s*$/;

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
  const actions = COMMANDS.get(program?.written ?? '')?.split(' ');
  if (actions === undefined) return [];
  const isOption = ({ written }: Word) => OPTION.test(written);
  if (rest.some((word) => !isOption(word) && PATH.test(word.written))) return rest.filter(isOption);
  const acted = rest.findIndex(({ written }) => !actions.includes(written));
  if (acted <= 0) return [];
  const behind = rest.slice(acted);
  const end = behind.findIndex((word) => !isOption(word));
  return end < 0 ? behind : behind.slice(0, end);
}
