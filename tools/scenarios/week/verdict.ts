import { seasonalKendall, type Trend } from './seasonal-kendall.ts';
import type { Series } from './vitals.ts';

/** All series that move are taken for level together at 95 %; one of memory that rises by more than this bound also by itself. */
const SURE = 0.05;
/** Thirty of them a month. */
const MOST_MB_A_DAY = 1;
const OF_MEMORY = ', MB';

/** A series by its name, its trend, and whether it moved at all from one day to another. */
export interface NamedTrend extends Trend {
  readonly name: string;
  readonly moves: boolean;
}

export interface Judged extends NamedTrend {
  readonly verdict: 'still' | 'level' | 'rises';
}

/** Trends over the days after the one of warming up. */
export function trendsOf(series: Series, days: number): readonly NamedTrend[] {
  return [...series].map(([name, all]) => {
    const counted = all.slice(1, days + 1);
    return { name, moves: counted.some((hours) => hours.some((value, hour) => value !== counted[0]?.[hour])), ...seasonalKendall(counted) };
  });
}

/** Below it the p of a series tells a rise, however small: one that never moves cannot rise, and does not make it harder for the others. */
export function boundOf(trends: readonly NamedTrend[]): number {
  return SURE / Math.max(1, trends.filter(({ moves }) => moves).length);
}

/** Which series rise. The memory of one process is asked by itself, too: a leak is in one of them. */
export function judge(trends: readonly NamedTrend[]): readonly Judged[] {
  const bound = boundOf(trends);
  const rises = ({ name, p, slope }: NamedTrend) => p < bound || (name.endsWith(OF_MEMORY) && p < SURE && slope > MOST_MB_A_DAY);
  return trends.map((trend) => ({ ...trend, verdict: !trend.moves ? 'still' : rises(trend) ? 'rises' : 'level' }));
}

/** The rule of `judge` in words. */
export function ruleOf(trends: readonly NamedTrend[]): string {
  const moving = trends.filter(({ moves }) => moves).length;
  return `A rise is told where p is under ${boundOf(trends).toFixed(4)}, which takes the ${moving.toString()} series that move for level together at 95 %, and where memory or heap of one process rises by more than ${MOST_MB_A_DAY.toString()} MB a day with a p under ${SURE.toString()}.`;
}
