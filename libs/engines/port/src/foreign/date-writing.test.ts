import { CardFields } from '@tributary/contracts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dateWritingAt } from './date-writing.js';
import { foreignPayload } from './foreign-payload.js';
import { toForeignPoint } from './to-foreign-point.js';

const at = (...values: unknown[]) => dateWritingAt(values.map((at) => ({ m: { at } })), 'm.at'); // oxfmt-ignore
const fields = CardFields.parse({ text: 'text', created_at: 'm.at' });
const written = (created_at: string, ...values: unknown[]) => {
  const writing = at(...values);
  const text = { id: '1', originalId: '1', content: 'a', vector: Float32Array.of(1), others: {}, created_at };
  const point = toForeignPoint(text, { fields, vector: '', ...(writing === undefined ? {} : { dates: new Map([['m.at', writing]]) }) });
  expect(foreignPayload(point, 'c', fields).created_at?.slice(0, 10)).toBe(created_at.slice(0, 10));
  return point.payload['m'];
};

describe('a date that is written into a collection of another program', () => {
  it.each<[string, unknown, readonly unknown[]]>([
    ['seconds', 1_767_323_045, [1_700_000_000, 1_700_000_001]],
    ['seconds with a fraction', 1_767_323_045.678, [1_700_000_000.5, 1_700_000_001]],
    ['milliseconds', 1_767_323_045_678, [1_700_000_000_000]],
    ['most of its dates, whatever was written before', 1_767_323_045, [1_700_000_000, '2026-01-01', 1_700_000_001, null, '']],
    ['a text where most are', '2026-01-02T03:04:05.678Z', [1_700_000_000, '2026-01-01']],
    ['a text where there are none', '2026-01-02T03:04:05.678Z', []],
  ])('is what its maker writes: %s', (_, expected, values) => {
    expect(written('2026-01-02T03:04:05.678Z', ...values)).toEqual({ at: expected });
  });

  it('is in UTC where it has no zone, as filters read it, whatever the zone of the server', () => {
    vi.stubEnv('TZ', 'America/New_York');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(new Date('2026-01-02T03:04:05').getTimezoneOffset()).toBe(300);
    expect(written('2026-01-02T03:04:05', 1_700_000_000)).toEqual({ at: 1_767_323_045 });
    expect(written('2026-01-02', 1_700_000_000)).toEqual({ at: 1_767_312_000 });
  });

  it('stays as it is where it cannot be read as one', () => {
    expect(written('5 January', 1_700_000_000)).toEqual({ at: '5 January' });
    expect(written('2026-99-99', 1_700_000_000)).toEqual({ at: '2026-99-99' });
  });
});
