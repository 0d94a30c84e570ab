/** What programs fill into their messages, each so bounded that a text is read once. */
const QUOTED = String.raw`(?<=^|[\s([{:=,<])(?<mark>['"\x60])(?:(?!\k<mark>)[^\n]){1,120}\k<mark>(?=$|[\s)\]}>.,:;!?])`;
const ADDRESS = String.raw`(?<![\p{L}\p{N}])[a-z][\w+.-]{1,20}:\/\/[^\s'"<>)]{1,300}`;
const PATH = String.raw`(?<=^|[\s(='"\x60])(?:\.{0,2}\/|[A-Z]:\\)[^\s'"()]{1,300}`;
const OPTION = String.raw`(?<=^|[\s('"\x60])--?[A-Za-z][\w-]{0,60}(?:=\S{0,100})?`;
const NUMBER = String.raw`(?<![\p{L}\p{N}_$.-])-?\d[\d.,:_]{0,40}(?:ms|s|[kKMG]i?B|%)?(?![\p{L}\p{N}_])`;
const HEXADECIMAL = String.raw`(?<![\p{L}\p{N}_])(?=[a-f]{0,31}\d)[\da-f]{8,32}(?:-[\da-f]{4,12}){0,4}(?![\p{L}\p{N}_])`;
/** The class of an error that a message begins with, `requests.exceptions.InvalidURL: `: the message itself stands elsewhere. */
const CLASS = String.raw`(?<=^\s{0,9})(?:(?:[\w$]{1,60}(?:\.|::)){1,12}[\w$]{1,80}|[\w$]{0,80}(?:Error|Exception|Warning)|error|panic)(?:\s?\[[^\]\n]{0,100}\])?(?=:\s)`;
/** What people quote, and the numbers they write, are what they ask for; these they rather pasted. */
const PASTED = [ADDRESS, PATH, OPTION].join('|');
const VALUES = [QUOTED, PASTED, NUMBER, HEXADECIMAL].join('|');
const FILLED_INTO_MESSAGE = new RegExp(`${CLASS}|${VALUES}`, 'gmu');
const FILLED_IN = new RegExp(PASTED, 'gmu');
const VALUES_ALONE = new RegExp(VALUES, 'gmu');
const CLASSES = new RegExp(CLASS, 'gmu');
/** What a class belongs to: what throws an error says its class, and not where that lies. */
const OF_CLASS = /^.*(?:\.|::)/u;

/** The parts of a text that a program may have filled into a message, in their order: addresses, paths and options, of what is known to be a message also the class that it begins with, what is
 *  quoted and numbers. The source of the message has other words there, or signs. */
export function filledIn(text: string, { isMessage }: { readonly isMessage: boolean }): readonly string[] {
  return Array.from(text.matchAll(isMessage ? FILLED_INTO_MESSAGE : FILLED_IN), ([value]) => value);
}

/** A text without values, and of its classes with the last names alone. */
export function withoutFilledIn(text: string): string {
  return text.replace(CLASSES, (name) => name.replace(OF_CLASS, '')).replace(VALUES_ALONE, ' ');
}

/** A text without what `filledIn` tells of it; a sign stands in the place of each. */
export function withoutValues(text: string, { isMessage }: { readonly isMessage: boolean }): string {
  return text.replace(isMessage ? FILLED_INTO_MESSAGE : FILLED_IN, ' ; ');
}
