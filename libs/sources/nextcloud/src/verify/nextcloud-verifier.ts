import { matchesPattern } from '@tributary/contracts';
import type { DocumentVerifier, VerifiableDocument, VerifyOptions } from '@tributary/sources-port';
import { z } from 'zod';
import type { CredentialSource } from '../credentials/credentials.js';

/** Requests under way at once. */
const AT_ONCE = 8;
/** Ids of notes are whole numbers; nothing else is put into an address. */
const NOTE_ID = /^[1-9]\d{0,15}$/;

export interface NextcloudSource {
  /** Of the Nextcloud, with the path it lies under. */
  readonly url: string;
  /** Names or patterns of the collections whose documents come from there. */
  readonly collections: readonly string[];
  /** One request that takes longer confirms nothing, in milliseconds. */
  readonly timeoutMs: number;
  readonly credentials: CredentialSource;
}

const Note = z.object({ id: z.number() });

/** Asks Nextcloud’s Notes API, as the user himself, whether he may read a note now. */
export class NextcloudVerifier implements DocumentVerifier {
  readonly #source: NextcloudSource;

  constructor(source: NextcloudSource) {
    this.#source = source;
  }

  covers({ collection }: VerifiableDocument): boolean {
    return this.#source.collections.some((pattern) => matchesPattern(pattern, collection));
  }

  async verify(documents: readonly VerifiableDocument[], options: VerifyOptions): Promise<readonly boolean[]> {
    const authorization = await this.#authorize(options);
    if (authorization === undefined) return documents.map(() => false);
    const verdicts = new Array<boolean>(documents.length).fill(false);
    const open = documents.entries();
    const work = async () => {
      for (const [at, document] of open) verdicts[at] = await this.#mayRead(document, authorization, options.signal);
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, documents.length) }, work));
    return verdicts;
  }

  /** Credentials that cannot be had are none. */
  async #authorize({ userId, subjectToken, signal }: VerifyOptions): Promise<string | undefined> {
    if (userId === undefined) return undefined;
    return this.#source.credentials.authorizationOf({ userId, subjectToken, signal }).catch(() => undefined);
  }

  async #mayRead({ id, docType }: VerifiableDocument, authorization: string, signal: AbortSignal): Promise<boolean> {
    if (docType !== 'note' || !NOTE_ID.test(id) || signal.aborted) return false;
    try {
      const response = await fetch(
        `${this.#source.url.replace(/(?<!\/)\/+$/, '')}/index.php/apps/notes/api/v1/notes/${id}?exclude=content`,
        {
          headers: { authorization, accept: 'application/json' },
          redirect: 'error',
          signal: AbortSignal.any([signal, AbortSignal.timeout(this.#source.timeoutMs)]),
        },
      );
      const body: unknown = await response.json();
      return response.status === 200 && Note.parse(body).id === Number(id);
    } catch {
      // Nextcloud that is away, slow or answers something else has not confirmed anything.
      return false;
    }
  }
}
