import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeAt } from '../made-at.ts';
import { judge, ruleOf, trendsOf, type Judged } from './verdict.ts';
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

/** Of one core, by a process with 20,000 watched files when nobody asks for anything. */
const MOST_IDLE = 0.01;
const IN_WORDS: Readonly<Record<Judged['verdict'], string>> = { still: 'never moves', level: 'level', rises: '**rises**' };

/** A row for each series: what it was at most on the first and on the last day, how it rises, and what is told by that. */
export function seriesTable({ series, days }: Pick<Week, 'series' | 'days'>): string {
  const rows = judge(trendsOf(series, days)).map(({ name, slope, p, verdict }) => {
    const hours = series.get(name) ?? [];
    const level = (day: number) => Math.max(...(hours[day] ?? []).filter(Number.isFinite)).toFixed(1);
    return `| ${[name, level(1), level(days), slope.toFixed(3), p.toFixed(3), IN_WORDS[verdict]].join(' | ')} |`;
  });
  const head = `| what | most on day 1 | most on day ${days.toString()} | rise a day | p | told by that |`;
  return [head, '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}

/** The processor time of each service when nobody asks, beside what is aimed at. */
function idleTable(idle: Week['idle']): string {
  const total = Object.values(idle).reduce((sum, share) => sum + share, 0);
  const rows = Object.entries(idle).map(
    ([service, share]) => `| ${service} | ${percent(share)} | ≤ ${percent(MOST_IDLE)}: ${share <= MOST_IDLE ? 'met' : '**missed**'} |`,
  );
  return ['| service | of one core | target |', '| --- | --- | --- |', ...rows, `| together | ${percent(total)} | – |`].join('\n');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}

/** Writes docs/week.md, or the same into another folder. */
export function writeWeek(week: Week, folder: string): void {
  const { days, minutes, files, calls, seed, series, idle } = week;
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
    'A rise is the median over pairs of the same hour of two days; p is the chance that a level series rises so much (seasonal Kendall test).',
    `${ruleOf(trendsOf(series, days))} No call failed, and afterwards the doctor finds catalog and engine at one.`,
    '',
    'Processor time when nobody asks for anything any more:',
    '',
    idleTable(idle),
    '',
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'week.md'), lines.join('\n'));
}
