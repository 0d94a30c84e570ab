import type { ParityReport } from '@tributary/contracts';
import { counted } from '@tributary/mcp/text';

/** What was compared before a move switched over, in words. */
export function proofSentences(parity: ParityReport): readonly string[] {
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
