import { readAssignment } from './assignments.js';
import { readCurlUser, readElement, readEnv } from './bare-passwords.js';
import { readPrivateKey } from './private-keys.js';
import type { Secret, SecretContext, SecretReader } from './secret.js';
import { readTelegramToken, readToken } from './token-rules.js';
import { readAuthorization, readSlackWebhook, readUrlPassword } from './urls.js';

/** No token is shorter. */
const SHORTEST_TOKEN = 15;

/** Rules that go by a name; of two secrets at one place the one that is known by its form names it. */
const GUESSED = new Set(['password', 'secret-value']);

/** What a character means to the walk: part of a word, the sign of an assignment, anything else. */
const WORD = 1;
const SIGN = 2;
const KINDS = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.') KINDS[char.charCodeAt(0)] = WORD;
for (const char of ':=>') KINDS[char.charCodeAt(0)] = SIGN;

/** Texts that announce a secret wherever they stand, and its reader. */
const ANNOUNCED: readonly (readonly [announcement: string, read: SecretReader])[] = [
  ['-----BEGIN ', readPrivateKey],
  ['Bearer ', readAuthorization],
  ['Basic ', readAuthorization],
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
  for (let at = text.indexOf(announcement); at >= 0; at = text.indexOf(announcement, at + announcement.length)) {
    const secret = read(text, at, context);
    if (secret !== undefined) found.push(secret);
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
    if (kind === SIGN) keep(readSign(text, at, context), found);
  }
  if (length - start >= SHORTEST_TOKEN) keep(readToken(text, start), found);
}

const readSign: SecretReader = (text, at, context) => {
  if (text.charCodeAt(at) === 62) return readElement(text, at, context);
  const next = text.charCodeAt(at + 1);
  if (next === 47) return readUrlPassword(text, at, context);
  return (next === 65 ? readTelegramToken(text, at) : undefined) ?? readAssignment(text, at, context);
};

function keep(secret: Secret | undefined, found: Secret[]): void {
  if (secret !== undefined) found.push(secret);
}
