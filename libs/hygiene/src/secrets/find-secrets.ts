import { readArgument, readAssignment, readQueryValue } from './assignments.js';
import { readCurlUser, readElement, readEnv } from './bare-passwords.js';
import { ENCODED_BEGINNINGS, LOGINS_BEGINNING, readEncoded, readLogins } from './encoded.js';
import { readPrivateKey } from './private-keys.js';
import type { Secret, SecretContext, SecretReader } from './secret.js';
import { readTelegramToken, readToken } from './token-rules.js';
import { SCHEMES, readAuthorization, readSlackWebhook, readUrlPassword } from './urls.js';

/** No token is shorter. */
const SHORTEST_TOKEN = 15;

/** Rules that go by a name; of two secrets at one place the one that is known by its form names it. */
const GUESSED = new Set(['password', 'secret-value']);

/** What a character means to the walk: part of a word, the sign of an assignment, anything else. */
const WORD = 1;
const SIGN = 2;
const KINDS = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.') KINDS[char.charCodeAt(0)] = WORD;
for (const char of ':=>,') KINDS[char.charCodeAt(0)] = SIGN;

/** Texts that announce a secret wherever they stand, and its reader. */
const ANNOUNCED: readonly (readonly [announcement: string, read: SecretReader])[] = [
  ['-----BEGIN ', readPrivateKey],
  ...SCHEMES.map((scheme) => [scheme, readAuthorization] as const),
  ...ENCODED_BEGINNINGS.map((beginning) => [beginning, readEncoded] as const),
  [LOGINS_BEGINNING, readLogins],
  ['hooks.slack.com/services/', readSlackWebhook],
  ['ENV ', readEnv],
  ['curl ', readCurlUser],
];

/** The secrets of a text in order, none of them overlapping another. Time is linear in the length of the text.
 *  @param context left out: of a text that is no program */
export function findSecrets(text: string, context: SecretContext = { hasBareValues: true }): readonly Secret[] {
  const found: Secret[] = [];
  for (const [announcement, read] of ANNOUNCED) findAnnounced(text, { announcement, read, found, context });
  walk(text, { found, context });
  if (found.length < 2) return found;
  const ordered = found.toSorted((a, b) => a.start - b.start || Number(GUESSED.has(a.rule)) - Number(GUESSED.has(b.rule)));
  let end = 0;
  return ordered.filter((secret) => {
    if (secret.start < end) return false;
    end = secret.end;
    return true;
  });
}

interface Announced {
  readonly announcement: string;
  readonly read: SecretReader;
  readonly found: Secret[];
  readonly context: SecretContext;
}

function findAnnounced(text: string, { announcement, read, found, context }: Announced): void {
  for (let at = text.indexOf(announcement); at >= 0;) {
    const secret = read(text, at, context);
    if (secret !== undefined) found.push(secret);
    // No part of a text is looked through for two secrets.
    at = text.indexOf(announcement, Math.max(at + announcement.length, secret?.end ?? 0));
  }
}

/** Looks at the beginning of each long word and at each sign. */
function walk(text: string, { found, context }: Pick<Announced, 'found' | 'context'>): void {
  let start = 0;
  const { length } = text;
  for (let at = 0; at < length; at++) {
    const unit = text.charCodeAt(at);
    const kind = unit < 128 ? KINDS[unit] : 0;
    if (kind === WORD) continue;
    if (at - start >= SHORTEST_TOKEN) keep(readToken(text, start), found);
    start = at + 1;
    if (kind === SIGN && (unit !== 44 || isQuote(text.charCodeAt(at - 1)))) keep(readSign(text, at, context), found);
  }
  if (length - start >= SHORTEST_TOKEN) keep(readToken(text, start), found);
}

const readSign: SecretReader = (text, at, context) => {
  const sign = text.charCodeAt(at);
  if (sign === 62) return readElement(text, at, context);
  if (sign === 44) return readArgument(text, at, context);
  const next = text.charCodeAt(at + 1);
  if (next === 47) return readUrlPassword(text, at, context);
  const known = next === 65 ? readTelegramToken(text, at) : undefined;
  return known ?? readAssignment(text, at, context) ?? (sign === 61 ? readQueryValue(text, at, context) : undefined);
};

/** Before a comma, as behind the first argument of a call. */
function isQuote(unit: number): boolean {
  return unit === 34 || unit === 39;
}

function keep(secret: Secret | undefined, found: Secret[]): void {
  if (secret !== undefined) found.push(secret);
}
