/** Most conditions of one filter, with those of the filters in it: reading and evaluating them holds up everybody else. */
const MOST_CONDITIONS = 1_000;
const TOO_MANY = `it has more than ${MOST_CONDITIONS.toLocaleString('en')} conditions, which is the most. Many values of one field are one condition: { key, match: { any: […] } }`;

/** What is wrong with a filter of too many conditions, which need not be one otherwise: undefined for one of few. To be asked before it is parsed. */
export function tooManyConditions(json: unknown): string | undefined {
  const waiting: unknown[] = [json];
  let conditions = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const condition of conditionsIn(next)) {
      conditions += 1;
      if (conditions > MOST_CONDITIONS) return TOO_MANY;
      waiting.push(condition);
    }
  }
  return undefined;
}

/** What stands in the clauses of a filter, and in those of the filter that a nested condition has. */
function* conditionsIn(json: unknown): Generator {
  if (!isFields(json)) return;
  const { must, should, must_not, min_should: minShould, nested } = json;
  for (const clause of [must, should, must_not, isFields(minShould) ? minShould['conditions'] : undefined]) {
    if (Array.isArray(clause)) yield* clause;
    else if (clause !== undefined) yield clause;
  }
  if (isFields(nested)) yield* conditionsIn(nested['filter']);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
