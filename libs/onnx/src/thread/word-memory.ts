/** Words that are remembered; then all are forgotten, which costs little: they come again. About 3 MB. */
const MOST_WORDS = 20_000;
/** Runs between blanks that hold more than ASCII are words of many languages, or whole sentences of those that write no blanks. */
const LONGEST_RUN = 32;

const RUN = /[^\t\n\r ]+/g;
const PRINTABLE = /^[!-~]+$/;
/** As BERT cuts ASCII: letters and digits together, every other character alone. */
const ASCII_WORD = /[A-Za-z0-9]+|[^A-Za-z0-9]/g;

type Ids = readonly number[];

/** Reads a text word by word and remembers the ids of each: nearly all words of a text have been read before, and looking one up is ten times as fast. For
 *  tokenizers that read each word by itself, as BERT's does. */
export class WordMemory {
  readonly #read: (text: string) => Ids;
  readonly #tokens: readonly string[];
  readonly #known = new Map<string, Ids>();

  /** @param read what the memory stands before @param tokens `addedTokensOf` the tokenizer */
  constructor(read: (text: string) => Ids, tokens: readonly string[]) {
    this.#read = read;
    this.#tokens = tokens;
  }

  /** The same ids as `read` gives. */
  idsOf(text: string): Ids {
    // They may hold blanks, and stand within words.
    if (this.#tokens.some((token) => text.includes(token))) return this.#read(text);
    const ids: number[] = [];
    for (const run of text.match(RUN) ?? []) {
      if (PRINTABLE.test(run)) for (const word of run.match(ASCII_WORD) ?? []) append(ids, this.#remembered(word));
      else append(ids, run.length > LONGEST_RUN ? this.#read(run) : this.#remembered(run));
    }
    return ids;
  }

  #remembered(word: string): Ids {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    const ids = this.#read(word);
    if (this.#known.size >= MOST_WORDS) this.#known.clear();
    this.#known.set(word, ids);
    return ids;
  }
}

function append(ids: number[], more: Ids): void {
  for (const id of more) ids.push(id);
}

interface TokenizerFile {
  readonly normalizer?: { readonly type?: unknown } | null;
  readonly pre_tokenizer?: { readonly type?: unknown } | null;
  readonly model?: { readonly type?: unknown };
  readonly added_tokens?: readonly { readonly content: string; readonly normalized?: boolean }[];
}

/** The texts that the tokenizer takes for tokens wherever they stand; undefined where it is not known to read each word by itself.
 *  @param file `tokenizer.json` @param config `tokenizer_config.json` */
export function addedTokensOf(
  file: TokenizerFile,
  config: { readonly do_lowercase_and_remove_accent?: unknown },
): readonly string[] | undefined {
  const { normalizer, pre_tokenizer: preTokenizer, model, added_tokens: added = [] } = file;
  const isBert = normalizer?.type === 'BertNormalizer' && preTokenizer?.type === 'BertPreTokenizer' && model?.type === 'WordPiece';
  if (!isBert || config.do_lowercase_and_remove_accent === true) return undefined;
  // These are looked for in lower case.
  return added.some(({ normalized }) => normalized === true) ? undefined : added.map(({ content }) => content);
}
