import { sourceName, type MigrationSummary, type ParityReport } from '@tributary/contracts';
import { counted } from '@tributary/mcp/text';

/** How a move stands or ended, in words. */
export function outcomeSentences(last: MigrationSummary): readonly string[] {
  const { state, from, to, parity, copied, kept_until, note, collection } = last;
  const old = sourceName(last);
  // Under another name it stands beside what it was made from.
  const isCopy = old !== collection;
  if (state === 'running')
    return [`${isCopy ? 'Copying' : 'Moving'} ${from} to ${to} in the background: tributary migrate ${collection} shows how far it is.`];
  if (state === 'cancelled') return [`The ${isCopy ? 'copy' : 'move'} of ${from} to ${to} was ended; ${from} answers as before.`];
  const proof = parity === undefined ? [] : proofSentences(parity);
  if (state === 'failed') return [...proof, ...(parity?.differences ?? []).map((difference) => `  ${difference}`)];
  const kept = kept_until === undefined ? [] : [`Kept until ${kept_until}; undo with: tributary migrate ${collection} --back`];
  const beside = isCopy
    ? [
        `Both are searched from now on, and what fills ${old} goes on filling that alone. To be rid of it: tributary collections remove ${old} --confirm ${old}`,
      ]
    : [];
  const changed = note === undefined ? [] : [note];
  return [
    `${isCopy ? 'Copied' : 'Moved'} ${from} to ${to} (${counted(copied, 'document')} written).`,
    ...proof,
    ...kept,
    ...beside,
    ...changed,
  ];
}

/** What was compared before a move switched over, in words. */
function proofSentences(parity: ParityReport): readonly string[] {
  const { documents, points, vectors, vectors_normalised, queries, overlap } = parity;
  const compared = [counted(documents, 'document'), counted(points, 'point'), counted(vectors, 'vector')].join(', ');
  const nearest = `; the nearest ten of ${counted(queries, 'stored vector')} agree to ${(100 * overlap).toFixed(1)} %`;
  const lengths = `${counted(vectors_normalised, 'vector')} are kept at unit length there: directions are equal, lengths are not.`;
  return [`Compared ${compared}: ${verdict(parity)}${queries === 0 ? '' : nearest}.`, ...(vectors_normalised === 0 ? [] : [lengths])];
}

function verdict({ missing, extra, changed, vectors_off }: ParityReport): string {
  const counts = [
    `${missing.toString()} missing`,
    `${extra.toString()} too many`,
    `${changed.toString()} changed`,
    `${vectors_off.toString()} vectors off`,
  ];
  return missing + extra + changed + vectors_off === 0 ? 'equal' : counts.join(', ');
}
