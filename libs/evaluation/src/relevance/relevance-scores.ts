import { doubtfulBelow } from '@tributary/ranking';
import type { RelevanceScores } from '../report/evaluation-report.js';
import { areaUnderRoc, bestOf, calibrationError, pointsOf, reliability } from './calibration.js';
import type { RelevanceLists } from './relevance-list.js';

/** A list of one collection whose best hit is below this is taken for one that answers nothing; of several, as the product says. */
const NOTHING_BELOW = doubtfulBelow(1);

/** How far relevance can be trusted. @param lists of each set, by name */
export function relevanceScores(lists: ReadonlyMap<string, readonly RelevanceLists[]>): RelevanceScores {
  const all = [...lists.values()].flat();
  const home = all.map((one) => bestOf(one.home));
  const wrong = all.flatMap((one) => one.wrong.map(bestOf));
  const silent = wrong.filter(isNothing).length;
  const alarms = home.filter(isNothing).length;
  return {
    calibration_error: calibrationError(pointsOf(all)),
    calibration_error_by_collection: Object.fromEntries([...lists].map(([name, own]) => [name, calibrationError(pointsOf(own))])),
    reliability: reliability(pointsOf(all)).map((bin) => ({ ...bin })),
    area_under_roc: areaUnderRoc(home, wrong),
    nothing_relevant: {
      below: NOTHING_BELOW,
      precision: silent / Math.max(1, silent + alarms),
      recall: silent / Math.max(1, wrong.length),
      recall_all_wrong: recallAllWrong(all, lists.size),
      recall_all_wrong_by_collection: Object.fromEntries([...lists].map(([name, own]) => [name, recallAllWrong(own, lists.size)])),
      false_alarms: alarms / Math.max(1, home.length),
    },
  };
}

/** Share of the queries whose best hit in all collections but their own is doubted. */
function recallAllWrong(lists: readonly RelevanceLists[], collections: number): number {
  return lists.filter((one) => bestOf(one.allWrong) < doubtfulBelow(collections - 1)).length / Math.max(1, lists.length);
}

function isNothing(best: number): boolean {
  return best < NOTHING_BELOW;
}
