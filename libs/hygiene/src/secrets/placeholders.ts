/** Values that stand for a secret in samples and documentation. */
const PLACEHOLDER =
  /example|sample|placeholder|changeme|change-me|change_me|replace|your[-_@ ]|dummy|redacted|notasecret|not-a-secret|insert|fixme|todo|\*{3}|\.{3}|1234567|abcdef|qwerty/i;
/** A row of one letter; what was drawn at random may have both forms of it side by side. */
const CROSSED_OUT = /x{4}|X{4}/;
/** Values that are computed or filled in elsewhere. */
const FILLED_IN = /\$\{|\{\{|<[^>]{0,80}>|%\(|#\{|^\$|^%[A-Z_]+%$|^@|^process\.|^env[.:(]|^(?:arn|https?|file|urn):|^[./~]/;
/** Words people write where a password would stand. */
const WORDS = new Set(['password', 'passwd', 'pass', 'pwd', 'secret', 'token', 'key', 'user', 'test', 'none', 'null', 'undefined', 'true']);

/** Whether a value only shows where a secret goes. */
export function isPlaceholder(value: string): boolean {
  return WORDS.has(value.toLowerCase()) || PLACEHOLDER.test(value) || CROSSED_OUT.test(value) || isFilledIn(value);
}

/** Whether a value stands elsewhere: a variable, a file, an address. */
export function isFilledIn(value: string): boolean {
  return FILLED_IN.test(value);
}
