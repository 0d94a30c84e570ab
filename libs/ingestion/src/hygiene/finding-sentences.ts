import { documentRecordKey, type Catalog, type FindingRecord } from '@tributary/engines-port';

/** Notes that are shown of one source; more are counted. */
const MOST_SHOWN = 20;
/** Findings that are looked at. */
const MOST_READ = 500;

/** What was noticed of the documents of a source as they stand, in sentences, never with a secret in them. */
export async function findingsOf(catalog: Catalog, sourceId: string): Promise<readonly string[]> {
  const findings: FindingRecord[] = [];
  for await (const finding of catalog.findings.list({ source: sourceId }, MOST_READ)) {
    findings.push(finding);
    if (findings.length === MOST_READ) break;
  }
  if (findings.length === 0) return [];
  const rows = await catalog.documents.getMany(findings.map(({ collection, key }) => documentRecordKey(collection, key)));
  const standing = findings.filter(({ version }, at) => rows[at]?.version === version && rows[at].state !== 'deleted');
  const sentences = standing.toSorted((a, b) => (a.place < b.place ? -1 : 1)).flatMap(sentencesOf);
  const more = sentences.length - MOST_SHOWN;
  return more > 0 ? [...sentences.slice(0, MOST_SHOWN), `… and ${more.toString()} more such notes.`] : sentences;
}

function sentencesOf({ place, secrets, near }: FindingRecord): readonly string[] {
  const rules = Object.entries(secrets);
  const total = rules.reduce((sum, [, count]) => sum + count, 0);
  const masked = `${total.toString()} ${total === 1 ? 'secret' : 'secrets'} masked in ${place}: ${rules.map(ruleAndCount).join(', ')}`;
  return [...(total === 0 ? [] : [masked]), ...(near === undefined ? [] : [`${place} is a near duplicate of ${near}`])];
}

function ruleAndCount([rule, count]: readonly [string, number]): string {
  return count === 1 ? rule : `${rule} (${count.toString()})`;
}

/** Forgets what was noticed of documents that are no longer those of a source. */
export async function forgetFindings(catalog: Catalog, sourceId: string): Promise<void> {
  const keys: string[] = [];
  for await (const { collection, key } of catalog.findings.list({ source: sourceId })) keys.push(documentRecordKey(collection, key));
  if (keys.length > 0) await catalog.findings.delete(keys);
}
