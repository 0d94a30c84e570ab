import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeAt } from '../made-at.ts';
import { seasonalKendall } from './seasonal-kendall.ts';
import type { Series } from './vitals.ts';

/** A week as it was played. */
export interface Week {
  /** Days after the one of warming up. */
  readonly days: number;
  readonly minutes: number;
  readonly files: number;
  readonly calls: number;
  readonly seed: number;
  readonly series: Series;
  /** Of one core, by service, when nobody asks for anything any more. */
  readonly idle: Readonly<Record<string, number>>;
}

/** A row for each series: what it was at most on the first and on the last day, and how it rises. */
export function seriesTable({ series, days }: Pick<Week, 'series' | 'days'>): string {
  const rows = [...series].map(([name, hours]) => {
    const { slope, p } = seasonalKendall(hours.slice(1, days + 1));
    const level = (day: number) => Math.max(...(hours[day] ?? []).filter(Number.isFinite)).toFixed(1);
    return `| ${[name, level(1), level(days), slope.toFixed(3), p.toFixed(3)].join(' | ')} |`;
  });
  return [`| what | most on day 1 | most on day ${days.toString()} | rise a day | p |`, '| --- | --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

/** Writes docs/week.md, or the same into another folder. */
export function writeWeek(week: Week, folder: string): void {
  const { days, minutes, files, calls, seed, series, idle } = week;
  const shares = Object.entries(idle).map(([service, share]) => `${service} ${(100 * share).toFixed(2)} %`);
  const lines = [
    '# A week',
    '',
    `Written by \`npm run test:long -- week\`; do not edit. ${days.toString()} days of a team’s traffic, after one of warming up, in ${minutes.toString()} minutes: searches, saved files, documents handed in, changed`,
    'and deleted, quiet at night and busiest after noon. The four services are processes of one machine on the embedded store, over Redis.',
    '',
    `${madeAt()}; ${files.toLocaleString('en-US')} watched files, ${calls.toLocaleString('en-US')} calls, seed ${seed.toString()}.`,
    '',
    seriesTable(week),
    '',
    `A rise is the median over pairs of the same hour of two days; p is the chance that a level series rises so much (seasonal Kendall test). The series are taken for level together at 95 %: none of the ${series.size.toString()}`,
    `may have a p under ${(0.05 / series.size).toFixed(4)}. No call failed, and afterwards the doctor finds catalog and engine at one.`,
    '',
    `Processor time when nobody asks for anything any more, of one core: ${shares.join(', ')}.`,
    '',
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'week.md'), lines.join('\n'));
}
