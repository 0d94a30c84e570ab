import { DOUBTFUL_BELOW } from '@tributary/ranking';
import type { RelevanceScores } from '../report/evaluation-report.js';
import { areaUnderRoc, bestOf, calibrationError, pointsOf, reliability } from './calibration.js';
import type { RelevanceLists } from './relevance-list.js';

/** What only several collections tell. */
type OwnAgainstWrong = { readonly [K in 'area_under_roc' | 'nothing_relevant']: NonNullable<RelevanceScores[K]> };

/** How far relevance can be trusted. @param lists of each set, by name: of one alone nothing tells own from wrong collections */
export function relevanceScores(lists: ReadonlyMap<string, readonly RelevanceLists[]>): RelevanceScores {
  const all = [...lists.values()].flat();
  return {
    calibration_error: calibrationError(pointsOf(all)),
    calibration_error_by_collection: Object.fromEntries([...lists].map(([name, own]) => [name, calibrationError(pointsOf(own))])),
    reliability: reliability(pointsOf(all)).map((bin) => ({ ...bin })),
    ...(lists.size > 1 ? ownAgainstWrong(lists) : {}),
  };
}

/** @param lists of several sets */
export function ownAgainstWrong(lists: ReadonlyMap<string, readonly RelevanceLists[]>): OwnAgainstWrong {
  const all = [...lists.values()].flat();
  const home = all.map((one) => bestOf(one.home));
  const wrong = all.flatMap((one) => one.wrong.map(bestOf));
  const recall = meanOf(lists, (own) =>
    shareOf(
      own.flatMap((one) => one.wrong.map(bestOf)),
      isNothing,
    ),
  );
  const alarms = meanOf(lists, (own) =>
    shareOf(
      own.map((one) => bestOf(one.home)),
      isNothing,
    ),
  );
  const allWrong = new Map([...lists].map(([name, own]) => [name, recallAllWrong(own)]));
  // As many lists of wrong collections as there are to one of the own.
  const wrongLists = wrong.length / Math.max(1, home.length);
  return {
    area_under_roc: areaUnderRoc(home, wrong),
    nothing_relevant: {
      below: DOUBTFUL_BELOW,
      precision: recall === 0 ? 0 : (recall * wrongLists) / (recall * wrongLists + alarms),
      recall,
      recall_all_wrong: meanOf(allWrong, (share) => share),
      recall_all_wrong_by_collection: Object.fromEntries(allWrong),
      false_alarms: alarms,
    },
  };
}

/** Share of the queries whose best hit in all collections but their own is doubted. */
function recallAllWrong(lists: readonly RelevanceLists[]): number {
  return shareOf(
    lists.map((one) => bestOf(one.allWrong)),
    isNothing,
  );
}

function shareOf(values: readonly number[], is: (value: number) => boolean): number {
  return values.filter(is).length / Math.max(1, values.length);
}

/** Mean over the sets, which count alike whatever they hold. */
function meanOf<Value>(sets: ReadonlyMap<string, Value>, of: (value: Value) => number): number {
  return [...sets.values()].reduce((sum, set) => sum + of(set), 0) / Math.max(1, sets.size);
}

function isNothing(best: number): boolean {
  return best < DOUBTFUL_BELOW;
}
