import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import type { CredentialRequest, CredentialSource } from './credentials.js';
import { alone, readIfThere, replaceFile } from './private-files.js';

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
  readonly #lockFile: string;

  /** @param folder the data folder */
  constructor(folder: string) {
    this.#file = join(folder, 'nextcloud-passwords.json');
    this.#keyFile = join(folder, 'nextcloud-passwords.key');
    this.#lockFile = join(folder, 'nextcloud-passwords.lock');
  }

  async authorizationOf({ userId }: Pick<CredentialRequest, 'userId'>): Promise<string | undefined> {
    const sealed = (await this.#read()).users[userId];
    if (sealed === undefined) return undefined;
    const { login, password } = open(sealed, { key: await this.#key(), userId });
    return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  }

  /** Keeps a user’s password in place of an earlier one. @throws rather than replace a file that cannot be read */
  async put(userId: string, password: AppPassword): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    await alone(this.#lockFile, async () => {
      const stored = await this.#read();
      const key = await this.#keyOrNew();
      await this.#write({ ...stored, users: { ...stored.users, [userId]: seal(password, { key, userId }) } });
    });
  }

  /** @returns false where there was none */
  async remove(userId: string): Promise<boolean> {
    // Without a file there is nothing to lock, and perhaps no folder.
    if ((await this.#read()).users[userId] === undefined) return false;
    return alone(this.#lockFile, async () => {
      const stored = await this.#read();
      const { [userId]: removed, ...users } = stored.users;
      if (removed === undefined) return false;
      await this.#write({ ...stored, users });
      return true;
    });
  }

  async #read(): Promise<Stored> {
    const text = await readIfThere(this.#file);
    if (text === undefined) return { v: 1, users: {} };
    try {
      return Stored.parse(JSON.parse(text));
    } catch (error) {
      throw damaged(this.#file, error);
    }
  }

  async #write(stored: Stored): Promise<void> {
    await replaceFile(this.#file, `${JSON.stringify(stored)}\n`);
  }

  async #key(): Promise<Buffer> {
    return this.#parseKey(await readIfThere(this.#keyFile));
  }

  /** Never over a key that is there: what it sealed could not be opened any more. */
  async #keyOrNew(): Promise<Buffer> {
    const text = await readIfThere(this.#keyFile);
    if (text !== undefined) return this.#parseKey(text);
    const key = randomBytes(KEY_BYTES);
    await replaceFile(this.#keyFile, key.toString('hex'));
    return key;
  }

  #parseKey(text = ''): Buffer {
    const key = Buffer.from(text, 'hex');
    if (key.length !== KEY_BYTES) throw damaged(this.#keyFile);
    return key;
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

function damaged(file: string, cause?: unknown) {
  const message = `${file} is missing or damaged: remove it and what lies beside it (nextcloud-passwords.*), and store the passwords again.`;
  return permanent('CREDENTIALS.DAMAGED', message, { cause });
}
