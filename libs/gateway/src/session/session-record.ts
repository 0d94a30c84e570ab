import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Principal } from '@tributary/contracts';
import { z } from 'zod';

/** What is remembered of a browser that signed in. Times are milliseconds since 1970. */
export const SessionRecord = z.discriminatedUnion('by', [
  // Looked at anew with every call, so that the session ends with its token.
  z.object({ by: z.literal('token'), token: z.string(), ends: z.number() }),
  z.object({
    by: z.literal('issuer'),
    principal: Principal,
    /** End of what the issuer vouched for; then it is asked again. */
    until: z.number(),
    refresh_token: z.string().optional(),
    ends: z.number(),
  }),
]);
export type SessionRecord = z.output<typeof SessionRecord>;
export type IssuerSession = Extract<SessionRecord, { readonly by: 'issuer' }>;

const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16];

/** Where the record of a session is kept: found by digest, so that who reads the keys of the store has no session. */
export function placeOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Encrypts under the session’s own id, which its browser alone has: who reads the store reads nothing. */
export function seal(record: SessionRecord, id: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(id), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(record), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Undefined for what was not sealed under this id, or by another version. */
export function unseal(text: string, id: string): SessionRecord | undefined {
  const bytes = Buffer.from(text, 'base64');
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(id), iv, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(tag);
    const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return SessionRecord.safeParse(JSON.parse(plain.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function keyOf(id: string): Buffer {
  return Buffer.from(hkdfSync('sha256', id, '', 'tributary console session', KEY_BYTES));
}
