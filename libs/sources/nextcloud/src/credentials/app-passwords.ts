import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import type { CredentialRequest, CredentialSource } from './credentials.js';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/** What a user made for this program in the security settings of his Nextcloud account. */
export interface AppPassword {
  /** His name at Nextcloud. */
  readonly login: string;
  readonly password: string;
}

const Sealed = z.object({ nonce: z.string(), tag: z.string(), text: z.string() });
const Stored = z.object({ v: z.literal(1), users: z.record(z.string(), Sealed) });
type Stored = z.infer<typeof Stored>;
const Opened = z.object({ login: z.string(), password: z.string() });

/** App passwords of users, encrypted in a file of the data folder: AES-256-GCM, each bound to its user, so that entries cannot be exchanged. */
export class AppPasswords implements CredentialSource {
  readonly #file: string;
  readonly #keyFile: string;

  /** @param folder the data folder */
  constructor(folder: string) {
    this.#file = join(folder, 'nextcloud-passwords.json');
    this.#keyFile = join(folder, 'nextcloud-passwords.key');
  }

  async authorizationOf({ userId }: Pick<CredentialRequest, 'userId'>): Promise<string | undefined> {
    const sealed = (await this.#read()).users[userId];
    if (sealed === undefined) return undefined;
    const { login, password } = open(sealed, { key: await this.#key(), userId });
    return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  }

  /** Keeps a user’s password in place of an earlier one. */
  async put(userId: string, password: AppPassword): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const key = await this.#key().catch(() => this.#makeKey());
    const stored = await this.#read();
    await this.#write({ ...stored, users: { ...stored.users, [userId]: seal(password, { key, userId }) } });
  }

  /** @returns false where there was none */
  async remove(userId: string): Promise<boolean> {
    const stored = await this.#read();
    const { [userId]: removed, ...users } = stored.users;
    if (removed === undefined) return false;
    await this.#write({ ...stored, users });
    return true;
  }

  async #read(): Promise<Stored> {
    const text = await readFile(this.#file, 'utf8').catch(() => undefined);
    return text === undefined ? { v: 1, users: {} } : Stored.parse(JSON.parse(text));
  }

  async #write(stored: Stored): Promise<void> {
    const beside = `${this.#file}.${randomBytes(6).toString('hex')}`;
    await writeFile(beside, `${JSON.stringify(stored)}\n`, { mode: 0o600 });
    await rename(beside, this.#file);
  }

  async #key(): Promise<Buffer> {
    const key = Buffer.from(await readFile(this.#keyFile, 'utf8'), 'hex');
    if (key.length !== KEY_BYTES) throw damaged(this.#keyFile);
    return key;
  }

  async #makeKey(): Promise<Buffer> {
    // Never over a key that is there: what it sealed could not be opened any more.
    await writeFile(this.#keyFile, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' }).catch(() => undefined);
    return this.#key();
  }
}

interface Lock {
  readonly key: Buffer;
  readonly userId: string;
}

function seal(password: AppPassword, { key, userId }: Lock): z.infer<typeof Sealed> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(userId));
  const text = Buffer.concat([cipher.update(JSON.stringify(password), 'utf8'), cipher.final()]);
  return { nonce: nonce.toString('base64'), tag: cipher.getAuthTag().toString('base64'), text: text.toString('base64') };
}

function open({ nonce, tag, text }: z.infer<typeof Sealed>, { key, userId }: Lock): AppPassword {
  const cipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64'));
  cipher.setAAD(Buffer.from(userId)).setAuthTag(Buffer.from(tag, 'base64'));
  try {
    const plain = Buffer.concat([cipher.update(Buffer.from(text, 'base64')), cipher.final()]);
    return Opened.parse(JSON.parse(plain.toString('utf8')));
  } catch (error) {
    throw permanent('CREDENTIALS.DAMAGED', 'A stored app password cannot be opened with the key beside it: store it again.', {
      cause: error,
    });
  }
}

function damaged(file: string) {
  return permanent(
    'CREDENTIALS.DAMAGED',
    `${file} is no key: remove it together with nextcloud-passwords.json and store the passwords again.`,
  );
}
