import { documentRecordKey, type Catalog, type FindingRecord } from '@tributary/engines-port';
import { decodeDocumentKey, encodeDocumentKey } from '@tributary/kernel';

/** Notes that are shown of one source; more are counted. */
const MOST_SHOWN = 20;
/** Kinds of sentences of readers, and documents that one of them names. */
const MOST_KINDS = 5;
const MOST_PLACES = 3;
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
  const isThere = await presence(catalog, standing);
  const inOrder = standing.toSorted((a, b) => (a.place < b.place ? -1 : 1));
  const sentences = [...readerSentences(inOrder), ...inOrder.flatMap((finding) => sentencesOf(finding, isThere))];
  const more = sentences.length - MOST_SHOWN;
  return more > 0 ? [...sentences.slice(0, MOST_SHOWN), `… and ${more.toString()} more such notes.`] : sentences;
}

/** What readers said, each sentence once with the documents it is about, the most frequent first. */
function readerSentences(findings: readonly FindingRecord[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const { said, place } of findings) for (const sentence of said) places.set(sentence, [...(places.get(sentence) ?? []), place]);
  const frequent = [...places].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MOST_KINDS);
  return frequent.map(([sentence, of]) => `${someOf(of)}: ${sentence}`);
}

function someOf(places: readonly string[]): string {
  const more = places.length - MOST_PLACES;
  return more > 0 ? `${places.slice(0, MOST_PLACES).join(', ')} and ${more.toString()} more` : places.join(', ');
}

/** Tells whether what a document resembles is still there, as it is not after its folder was renamed. */
async function presence(catalog: Catalog, findings: readonly FindingRecord[]): Promise<(finding: FindingRecord) => boolean> {
  const collections = [...new Set(findings.map(({ collection }) => collection))];
  const rowsOf = (finding: FindingRecord) => {
    const key = nearKey(finding);
    return key === undefined ? [] : collections.map((collection) => documentRecordKey(collection, key));
  };
  const keys = [...new Set(findings.flatMap(rowsOf))];
  const rows = await catalog.documents.getMany(keys);
  const present = new Set(keys.filter((_, at) => rows[at] !== undefined && rows[at].state !== 'deleted'));
  return (finding) => rowsOf(finding).some((row) => present.has(row));
}

/** Documents of a source differ by their places at the end of their keys alone. */
function nearKey({ key, place, near }: FindingRecord): string | undefined {
  const own = decodeDocumentKey(key);
  return near === undefined || !own.endsWith(place) ? near : encodeDocumentKey(own.slice(0, own.length - place.length) + near);
}

function sentencesOf(finding: FindingRecord, isThere: (finding: FindingRecord) => boolean): readonly string[] {
  const { place, secrets, near } = finding;
  const rules = Object.entries(secrets);
  const total = rules.reduce((sum, [, count]) => sum + count, 0);
  const masked = `${total.toString()} ${total === 1 ? 'secret' : 'secrets'} masked in ${place}: ${rules.map(ruleAndCount).join(', ')}`;
  return [
    ...(total === 0 ? [] : [masked]),
    ...(near === undefined || !isThere(finding) ? [] : [`${place} is a near duplicate of ${near}`]),
  ];
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
