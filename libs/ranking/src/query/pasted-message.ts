import { onlyAsks } from './question-words.js';
import { withReplaced, type WrittenOperator } from './written-operators.js';

/** Codes of system calls, of names that are resolved and of npm; other words of capitals that begin with E are people's: `EVENT: …`. */
const CODE =
  'E(?:2BIG|ACCES|ADDRINUSE|ADDRNOTAVAIL|AGAIN|BADF|BUSY|CANCELED|CHILD|CONN(?:ABORTED|REFUSED|RESET)|DEADLK|DOM|DQUOT|EXIST|FAULT|FBIG|HOST(?:DOWN|UNREACH)|ILSEQ|INPROGRESS|INTR|INVAL|IO|ISCONN|ISDIR|LOOP|MFILE|MLINK|MSGSIZE|NAMETOOLONG|NET(?:DOWN|RESET|UNREACH)|NFILE|NO(?:BUFS|DATA|DEV|ENT|EXEC|LCK|LINK|MEM|MSG|PROTOOPT|SPC|SYS|TCONN|TDIR|TEMPTY|TFOUND|TSOCK|TSUP|TTY)|NXIO|OPNOTSUPP|OVERFLOW|PERM|PIPE|PROTO(?:NOSUPPORT|TYPE)?|RANGE|ROFS|SOCKETTIMEDOUT|SPIPE|SRCH|STALE|TIME(?:DOUT|OUT)?|TXTBSY|WOULDBLOCK|XDEV|RESOLVE|USAGE|JSONPARSE|INTEGRITY|LIFECYCLE|TARGET|OTP|BADENGINE|BADPLATFORM)';
/** A class within packages, as Java and Python write them: people rather write names of two words with capitals both. */
const CLASS = String.raw`(?:[a-z_]\w{0,60}\.){1,12}[A-Z]\w{1,80}`;
const NAMED_SO = String.raw`[\w.$/-]{0,200}(?:Error|Exception|Warning|Failure|Fault)\b`;
const OTHER_CODE = String.raw`[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|(?:error )?(?:TS|CS|ORA-|E)\d{3,6}`;
/** What a message of a program begins with: the class of an error, a code, a word that says how bad it is. */
const HEAD = new RegExp(
  String.raw`^\s*(?:${CLASS}|${NAMED_SO}|${CODE}|${OTHER_CODE}|error|ERROR|fatal|FATAL|[Pp]anic|warning|WARN(?:ING)?)(?:\s?\[[^\]]{0,200}\])?(?:\(\d+\))?\s?:\s`,
  'u',
);
const SEVERAL_LINES = /[\n\r]/u;
/** What a program fills in: a path, an address, an option. People quote numbers and words. */
const VALUE = /^(?:(?:[a-z][\w+.-]{0,20}:\/)?\.{0,2}\/\S*|-{1,2}\w\S*)$/iu;
const WORDS = /[\p{L}\p{N}]+/gu;
/** Fewer are what a searcher writes beside exact words. */
const LEAST_WORDS = 4;
/** Where nothing but a value tells. */
const LEAST_OF_STATEMENT = 6;

/** Whether a text begins as the messages of programs do. */
export function readsLikeMessage(text: string): boolean {
  return HEAD.test(text);
}

/** Whether a query of one line is a message that a program wrote, pasted with the quotation marks that stand in it: it begins as messages do, or a value that programs fill in is quoted amid
 *  the words of a statement. `error: "exact words"` and `word "exact words"` are none. */
export function isPastedMessage(query: string, quoted: readonly WrittenOperator[]): boolean {
  const straight = quoted.filter(({ at }) => query.startsWith('"', at));
  if (straight.length === 0 || straight.length < quoted.length || SEVERAL_LINES.test(query.trim())) return false;
  const outside = withReplaced(query, straight, () => ' ').match(WORDS) ?? [];
  if (outside.length < LEAST_WORDS) return false;
  if (HEAD.test(query)) return true;
  const isStatement = outside.length >= LEAST_OF_STATEMENT && !asks(query, outside);
  return isStatement && straight.some((one) => VALUE.test(one.phrase ?? '') && standsAmidWords(query, one));
}

function asks(query: string, [first = '']: readonly string[]): boolean {
  return query.trim().endsWith('?') || onlyAsks(first.toLowerCase());
}

function standsAmidWords(query: string, { at, end }: WrittenOperator): boolean {
  return /\p{L}[^"]{0,3}$/u.test(query.slice(0, at)) && /^[^"]{0,3}\p{L}/u.test(query.slice(end));
}
