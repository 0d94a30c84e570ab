import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from '../../bench/figure.ts';
import { plotSvg, type Mark } from '../../plots/line-plot.ts';
import type { SearchRecord } from '../load/searchers.ts';
import { madeAt } from '../made-at.ts';
import { quantile } from './scrapes.ts';
import type { Afternoon, PhaseRecord } from './script.ts';

/** Points of a curve over the whole afternoon. */
const WINDOWS = 60;
const BLUE = '#1f6fb4';
const ORANGE = '#c2521c';
const GREEN = '#2a9d5c';

/** A table of the phases. */
export function phaseTable({ phases, scrapes }: Afternoon): string {
  const head = [
    '| phase | seconds | searches | p50 | p95 | slowest | failed | not in full | documents/s |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
  const rows = phases.map((phase) => {
    const { name, from, to, searches } = phase;
    const times = searches.map(({ ms }) => ms);
    const ms = (share: number) => `${percentile(times, share).toFixed(0)} ms`;
    const failed = searches.filter(({ failure }) => failure !== undefined).length;
    const partial = searches.filter(({ missed }) => missed !== undefined).length;
    const indexed = documentsAt(scrapes, to) - documentsAt(scrapes, from);
    const cells = [
      name,
      (to - from).toFixed(0),
      searches.length,
      ms(0.5),
      ms(0.95),
      ms(1),
      failed,
      partial,
      (indexed / (to - from)).toFixed(0),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [...head, ...rows].join('\n');
}

/** Writes docs/afternoon.md with its plots, or the same below another folder. */
export function writeAfternoon(afternoon: Afternoon, { minutes, folder }: { readonly minutes: number; readonly folder: string }): void {
  mkdirSync(join(folder, 'afternoon'), { recursive: true });
  for (const [name, svg] of Object.entries(plots(afternoon))) writeFileSync(join(folder, 'afternoon', `${name}.svg`), svg);
  const lines = [
    '# An afternoon',
    '',
    'Written by `npm run test:long -- afternoon`; do not edit. The four services as processes of one machine on the embedded store, over Redis: two gateways, two',
    'federations, two ingest workers, and one embedder, then three. The model is a server that takes 40 ms a batch. Four callers search four times a second each with a deadline',
    'of two seconds while a program puts documents into the queue; then everything is replaced, killed or restarted, one after the other.',
    '',
    `${madeAt()}, ${minutes.toString()} minutes; callers, services, Redis and the model’s server share them.`,
    '',
    phaseTable(afternoon),
    '',
    `${afternoon.documents.toLocaleString('en-US')} documents were handed in and are indexed; no job died, and the doctor finds catalog and engine at one. Times are those of the callers, connection`,
    'and front included. A search failed when it got no answer or an error; it was not answered in full when its answer says that a lane or a collection was late.',
    '',
    '![What searches took](afternoon/searches.svg)',
    '',
    '![Documents](afternoon/documents.svg)',
    '',
    '![Jobs that wait](afternoon/waiting.svg)',
    '',
  ];
  writeFileSync(join(folder, 'afternoon.md'), lines.join('\n'));
}

function plots({ phases, scrapes, documents }: Afternoon): Readonly<Record<string, string>> {
  const end = phases.at(-1)?.to ?? 0;
  const searches = phases.flatMap((phase) => phase.searches);
  const marks: Mark[] = phases.map(({ name, from }) => ({ x: from, name }));
  const basis = { x: 'seconds', marks };
  const callers = (share: number) => windows(end).flatMap(([from, to]) => pointOf(searches, { from, to, share }));
  return {
    searches: plotSvg({
      ...basis,
      title: 'What searches took',
      y: 'ms',
      curves: [
        { name: 'p95 as callers saw it', color: ORANGE, points: callers(0.95) },
        { name: 'p50 as callers saw it', color: BLUE, points: callers(0.5) },
        { name: 'p95 by the metrics of the federations', color: GREEN, points: scrapedP95(scrapes, end) },
      ],
    }),
    documents: plotSvg({
      ...basis,
      title: `Documents indexed, of ${documents.toLocaleString('en-US')} handed in`,
      y: 'documents',
      curves: [{ name: 'indexed', color: BLUE, points: scrapes.map(({ at, documents: indexed }) => [at, indexed] as const) }],
    }),
    waiting: plotSvg({
      ...basis,
      title: 'Jobs of the ingest that wait',
      y: 'jobs',
      curves: [{ name: 'waiting', color: ORANGE, points: scrapes.map(({ at, waiting }) => [at, waiting] as const) }],
    }),
  };
}

function windows(end: number): readonly (readonly [from: number, to: number])[] {
  return Array.from({ length: WINDOWS }, (_, i) => [(i * end) / WINDOWS, ((i + 1) * end) / WINDOWS]);
}

function pointOf(
  searches: readonly SearchRecord[],
  { from, to, share }: { readonly from: number; readonly to: number; readonly share: number },
): readonly (readonly [number, number])[] {
  const times = searches.filter(({ at }) => at >= from * 1000 && at < to * 1000).map(({ ms }) => ms);
  return times.length === 0 ? [] : [[(from + to) / 2, percentile(times, share)]];
}

function scrapedP95(scrapes: Afternoon['scrapes'], end: number): readonly (readonly [number, number])[] {
  return windows(end).flatMap(([from, to]) => {
    const buckets = new Map<number, number>();
    for (const { at, searches } of scrapes)
      if (at >= from && at < to) for (const [bound, count] of searches) buckets.set(bound, (buckets.get(bound) ?? 0) + count);
    const seconds = quantile(buckets, 0.95);
    return Number.isNaN(seconds) ? [] : [[(from + to) / 2, seconds * 1000] as const];
  });
}

function documentsAt(scrapes: Afternoon['scrapes'], at: number): number {
  return scrapes.findLast((scrape) => scrape.at <= at)?.documents ?? scrapes[0]?.documents ?? 0;
}

/** The searches of a phase that failed although they may not have. */
export function unexpectedFailures({ mayFail, from, to, doneAt, searches }: PhaseRecord): readonly SearchRecord[] {
  const isWellAgainFrom = mayFail ? Math.max(doneAt, (from + to) / 2) * 1000 : from * 1000;
  return searches.filter(({ failure, at }) => failure !== undefined && at >= isWellAgainFrom);
}
