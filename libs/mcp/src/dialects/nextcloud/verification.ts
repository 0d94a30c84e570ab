import type { DocumentVerifier, VerifiableDocument, VerifyOptions } from '@tributary/sources-port';

export interface Verified<Document> {
  readonly kept: readonly Document[];
  /** Documents that the source did not confirm. */
  readonly dropped: number;
}

interface Verification<Document> {
  readonly limit: number;
  readonly describe: (document: Document) => VerifiableDocument;
  readonly verifier: DocumentVerifier | undefined;
  readonly options: VerifyOptions;
}

/** The first documents, at most `limit`, that their source confirms; more candidates are taken until there are enough or the time is over. Documents of no
 *  source that can be asked are kept. */
export async function verifiedOnly<Document>(
  candidates: readonly Document[],
  { limit, describe, verifier, options }: Verification<Document>,
): Promise<Verified<Document>> {
  if (verifier === undefined) return { kept: candidates.slice(0, limit), dropped: 0 };
  const kept: Document[] = [];
  let taken = 0;
  while (kept.length < limit && taken < candidates.length && !options.signal.aborted) {
    const batch = candidates.slice(taken, taken + limit - kept.length);
    kept.push(...(await confirmed(batch, { describe, verifier, options })));
    taken += batch.length;
  }
  return { kept, dropped: taken - kept.length };
}

async function confirmed<Document>(
  batch: readonly Document[],
  { describe, verifier, options }: Pick<Verification<Document>, 'describe' | 'options'> & { readonly verifier: DocumentVerifier },
): Promise<readonly Document[]> {
  const described = batch.map(describe);
  const asked = described.filter((document) => verifier.covers(document));
  const verdicts = asked.length === 0 ? [] : await verifier.verify(asked, options);
  const confirmedOnes = new Set(asked.filter((_, at) => verdicts[at] === true));
  return batch.filter((_, at) => {
    const document = described[at];
    return document !== undefined && (!asked.includes(document) || confirmedOnes.has(document));
  });
}
