import { STOP_WORDS } from '../analysis/stop-words.js';
import { isOfCode } from './code-words.js';
import { isFunctionWord } from './function-words.js';
import { isMereWord, namedDefinition, type NamedDefinition } from './named-definition.js';
import { onlyAsks } from './question-words.js';

/** An identifier that a query says amid other words. */
export interface MentionedIdentifier {
  readonly definition: NamedDefinition;
  /** True where the other words say nothing of a subject: they ask what it is, or what is to be done with it. */
  readonly isSubject: boolean;
}

interface Mention {
  readonly written: string;
  readonly definition: NamedDefinition;
  /** False of `requests.get`, which may be a host, or the end of one sentence and the beginning of another, and of products. `z.B.` and `e.g.` are none at all. */
  readonly isCertain: boolean;
}

/** Longer queries are about more than one thing. */
const LONGEST = 300;
const QUOTED = /`([^`]{1,200})`/gu;
const OPENING = /^["'([{<«„“‘]+/u;
/** Bounded: a query that is looked at has at most 300 characters. */
const CLOSING = /(?:['’]s)?["'\]}>»“”’,;:!?.]*$/u;
/** Of what stands in parentheses; that of a call belongs to it. */
const CLOSING_BRACKET = /^([^(]*)\)["'\]}>»“”’,;:!?.]*$/u;
/** Files, folders and lines are no identifiers: `lib/reply.js:12`, `build_reply.py`. Bounded: a query that is looked at has at most 300 characters. */
const OF_FILE =
  /[/\\]|\.(?:[cm]?[jt]sx?|json[5c]?|ya?ml|toml|ini|cfg|conf|lock|log|md|mdx|rst|txt|csv|html?|s?css|less|vue|svelte|pyi?|ipynb|go|rs|java|kts?|scala|rb|php|cs|fs|swift|mm?|[ch](?:pp|xx|h)?|cc|lua|sh|bash|ps1|sql|proto|graphql|xml|exe|dll|so|com|org|net|io|dev)(?:[:#(]\S*)?$/iu;
/** Beside another name they are what that is written in, or runs on. */
const PRODUCT =
  /^(?:(?:Type|Java|Coffee|Action)Script|Git(?:Hub|Lab)|(?:Postgre|My|No|Maria|New)SQL|(?:Maria|Mongo|Dynamo|Couch)DB|GraphQL|FastAPI|OpenAPI|(?:mac|i|iPad|watch)OS|iPhone|iPad|DevOps|VSCode|(?:Web)?LaTeX|NumPy|PyTorch|TensorFlow|OpenAI|LangChain|WebAssembly|WebSockets?)$/u;
const LETTER = /\p{L}/u;
/** When something happens belongs to what it does. */
const WHEN =
  /\b(?:and |und )?(?:when|wann) (?:it |is |gets |being |es |wird |er |sie ){0,3}(?:called|used|run|invoked|executed|aufgerufen|benutzt|verwendet)\b/u;
/** A project or a place of one or two words, at the end. */
const WHERE = / (?:in|within|of|from|von|aus) (?:(?:the|our|my|this|der|dem|unserem) )?[^\s%]{1,60}$/u;

/** The identifier of a query that says one alone, wherever it stands: `fix the bug in retryAll`, `what does limits.again() return`. It is clearly none of a language's words: by capitals or underscores within it, by what stands before it, by backquotes, or since it is written as a call. Undefined where there are several, and of texts of several lines. */
export function mentionedIdentifier(query: string): MentionedIdentifier | undefined {
  const whole = query.trim();
  if (whole.length > LONGEST || /[\r\n]/u.test(whole)) return undefined;
  const mentions = [...quotedIn(whole), ...spokenIn(whole.replace(QUOTED, ' '))];
  const certain = mentions.filter(({ isCertain }) => isCertain);
  const distinct = [...new Map((certain.length > 0 ? certain : mentions).map((one) => [one.written, one])).values()];
  const [only] = distinct;
  if (only === undefined || distinct.length > 1) return undefined;
  return { definition: only.definition, isSubject: isAbout(only.written, whole) };
}

function quotedIn(text: string): readonly Mention[] {
  return [...text.matchAll(QUOTED)].flatMap(([written, inner = '']) => mentionOf(inner, { written, isQuoted: true }));
}

function spokenIn(text: string): readonly Mention[] {
  return text.split(/\s+/u).flatMap((word) => {
    const written = word.replace(OPENING, '').replace(CLOSING_BRACKET, '$1').replace(CLOSING, '');
    return OF_FILE.test(written) ? [] : mentionOf(written, { written, isQuoted: false });
  });
}

function mentionOf(called: string, { written, isQuoted }: { readonly written: string; readonly isQuoted: boolean }): readonly Mention[] {
  const definition = LETTER.test(called) && !/^\$\d/u.test(called) ? namedDefinition(called) : undefined;
  if (definition === undefined || definition.keyword !== undefined) return [];
  if (isQuoted) return [{ written, definition: { ...definition, isWord: false }, isCertain: true }];
  if (definition.isWord) return [];
  const parts = [definition.name, ...definition.within];
  if (PRODUCT.test(called)) return [{ written, definition, isCertain: false }];
  const isCertain = parts.some((part) => !isMereWord(part)) || !/^[\p{L}\p{N}.]+$/u.test(called);
  return isCertain || parts.every(({ length }) => length > 1) ? [{ written, definition, isCertain }] : [];
}

function isAbout(written: string, whole: string): boolean {
  const rest = whole
    .replaceAll(written, '%')
    .toLowerCase()
    .replace(/%['’]s(?!\p{L})/gu, '%')
    .replace(/(?<![?!.])[?!.]+$/u, '')
    .split(/\s+/u)
    .filter((word) => !OF_FILE.test(word))
    .join(' ')
    .replace(WHEN, '')
    .replace(WHERE, '');
  return (rest.match(/[\p{L}\p{N}]+/gu) ?? []).every(
    (word) => STOP_WORDS.has(word) || onlyAsks(word) || isFunctionWord(word) || isOfCode(word),
  );
}
