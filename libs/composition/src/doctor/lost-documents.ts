import type { DoctorCheck } from '@tributary/contracts';
import { lostVersion, type Catalog } from '@tributary/engines-port';

const NAMED = 200;

/** Documents that a repair marked as failed, since an engine lost their points with their text: whoever has them hands them in again. Of collections that are not
 *  included they are counted, not named. */
export async function lostDocuments(
  { documents }: Pick<Catalog, 'documents'>,
  includes: (collection: string) => boolean = () => true,
): Promise<Omit<DoctorCheck, 'name'>> {
  const named: string[] = [];
  let lost = 0;
  for await (const row of documents.list({ state: 'failed' })) {
    if (lostVersion(row) === undefined) continue;
    lost++;
    if (named.length < NAMED && includes(row.collection)) named.push(`${row.collection}/${row.key}`);
  }
  if (lost === 0) return { status: 'ok', detail: 'none' };
  const more = lost > named.length ? ` … and ${(lost - named.length).toString()} more` : '';
  const what = lost === 1 ? '1 document was' : `${lost.toString()} documents were`;
  if (named.length === 0)
    return { status: 'warning', detail: `${what} lost by an engine, with the text, in collections that are not yours.` };
  return { status: 'warning', detail: `${what} lost by an engine, with the text: hand in again ${named.join(', ')}${more}.` };
}
