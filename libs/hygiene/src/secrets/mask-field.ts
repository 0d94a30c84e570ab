import { maskSecrets, type MaskedText } from './mask-secrets.js';

const BLANKS = /\s+/g;

/** The value of a named field without its secrets: those that a text would be searched for, the whole value where the name says that it is secret, and else what a line
 *  `name: value` would have of it, since a note may stand behind a password. */
export function maskField(name: string, value: string): MaskedText {
  const before = `${name.replace(BLANKS, '_')}: `;
  return (
    maskWithin(value, ['', '']) ?? maskWithin(value, [`${before}"`, '"']) ?? maskWithin(value, [before, '']) ?? { text: value, counts: {} }
  );
}

/** Undefined where the value has no secret between these two texts. */
function maskWithin(value: string, [before, behind]: readonly [string, string]): MaskedText | undefined {
  const { text, counts } = maskSecrets(`${before}${value}${behind}`);
  return Object.keys(counts).length === 0 ? undefined : { text: text.slice(before.length, before.length + value.length), counts };
}
