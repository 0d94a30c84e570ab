/** Commander’s complaint as one sentence that ends with where help is: `Unknown command 'serach': did you mean search? See "tributary --help".` */
export function oneSentence(
  complaint: string,
  { command = 'tributary', args = [] }: { readonly command?: string; readonly args?: readonly string[] } = {},
): string {
  // Bounded: by what is typed on a command line.
  const [, wrong = '', suggestion] = /^error: ([\s\S]*?)(?:\n\(Did you mean ([\s\S]*?)\?\))?\s*$/.exec(complaint) ?? [undefined, complaint];
  const sentence = unknownSubcommand(wrong) ?? wrong.replaceAll('\n', ' ').trim();
  const hint = suggestion === undefined ? '' : `: did you mean ${suggestion.replace(/^one of /, '')}?`;
  const ended = hint !== '' ? hint : /[.!?]$/.test(sentence) ? '' : '.';
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${ended}${command === 'tributary search' ? excludingWord(wrong, args) : ''} See "${command} --help".\n`;
}

/** `-word` of a query without quotes is read as an option: one that is not there, or one of a letter with the rest as its value. */
function excludingWord(complaint: string, args: readonly string[]): string {
  const [, unknown, letter = '', value = ''] =
    // Bounded: by what is typed on a command line.
    /^unknown option '(-[^-].*)'|^option '(-\w), .*?' argument '(.*?)' is invalid/.exec(complaint) ?? [];
  const word = unknown ?? letter + value;
  const isWord = /^-\p{L}/u.test(word) && args.includes(word);
  return isWord ? ` To exclude a word, quote the whole query: tributary search 'harbour -salt'.` : '';
}

/** A group of commands lists by default, so that Commander takes an unknown command for arguments of `list`. */
function unknownSubcommand(complaint: string): string | undefined {
  // Bounded: as above.
  const surplus = /^too many arguments for 'list'\. Expected 0 arguments but got \d+: ([^,]+?)(?:,|\.?\s*$)/i.exec(complaint)?.[1];
  return surplus === undefined ? undefined : `unknown command '${surplus.trim()}'`;
}
