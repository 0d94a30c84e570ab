const STEPS = 4e8;

/**
 * Seconds that a fixed loop over integers takes on one core. It has nothing to do with the product: it tells how quick the machine was, which a virtual one changes by the
 * hour, so that milliseconds of two days can be told apart from a change of the code.
 */
export function secondsOfLoop() {
  const startedAt = performance.now();
  const value = loop(STEPS);
  const seconds = (performance.now() - startedAt) / 1000;
  // Its value is used, so that no compiler leaves the loop out.
  return Number.isInteger(value) ? seconds : Number.NaN;
}

/** @param {number} steps */
function loop(steps) {
  let value = 0;
  for (let step = 0; step < steps; step++) value = (value * 31 + step) | 0;
  return value;
}
