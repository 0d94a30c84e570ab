import { text } from 'node:stream/consumers';
import { LinesSummary, type DocumentOutcome } from '@tributary/contracts';
import { MIB } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { LinesAnswer } from './lines-answer.js';

const accepted: DocumentOutcome = { id: 'x'.repeat(1_000), collection: 'bulk', status: 'accepted', version: 1 };
const refused: DocumentOutcome = { id: '', status: 'refused', line: 7, error: { code: 'DOCUMENT.MALFORMED', message: 'no JSON' } };

it('holds a bounded part for who does not read while he sends, counts the rest, and still names what was refused', async () => {
  const answer = new LinesAnswer('each');
  for (let n = 0; n < 40; n += 1) answer.add(Array<DocumentOutcome>(500).fill(accepted));
  answer.add([refused]);
  expect(answer.stream.readableLength).toBeLessThan(5 * MIB);
  answer.end();
  const lines = (await text(answer.stream)).trim().split('\n');
  const { summary } = LinesSummary.parse(JSON.parse(lines.at(-1) ?? ''));
  expect(JSON.parse(lines.at(-2) ?? '')).toEqual(refused);
  expect(summary).toMatchObject({ accepted: 20_000, refused: 1, omitted: 20_001 - (lines.length - 1) });
});

it('names the first thousand of refused lines in a summary', async () => {
  const answer = new LinesAnswer('summary');
  answer.add(Array<DocumentOutcome>(1_500).fill(refused));
  answer.end();
  const lines = (await text(answer.stream)).trim().split('\n');
  expect(lines).toHaveLength(1_001);
  expect(LinesSummary.parse(JSON.parse(lines.at(-1) ?? '')).summary).toMatchObject({ refused: 1_500, omitted: 500 });
});
