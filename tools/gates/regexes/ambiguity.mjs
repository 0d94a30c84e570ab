// In how many ways a text can be divided among the parts of a pattern: a backtracking search that fails has tried them all (Weber & Seidl 1991).

import { meet } from './samples.mjs';

const MOST_STEPS = 2_000_000;

/** @param {import('./automaton.mjs').Position[]} all @returns {'exponential' | 'polynomial' | undefined} time of a search that fails; undefined: linear */
export function costOf(all) {
  const positions = all.map(({ takes, next, ends }) => ({
    takes,
    ends,
    next: new Map([...next].filter(([to]) => !ends && all[to]?.ends !== true)),
  }));
  const loops = loopsOf(positions);
  if (isExponential(positions, loops)) return 'exponential';
  return isPolynomial(positions, loops) ? 'polynomial' : undefined;
}

/** @returns {(number | undefined)[]} of each position the number of the loop it lies in */
function loopsOf(positions) {
  const groups = components(positions.keys(), (at) => positions[at].next.keys());
  const loops = Array.from({ length: positions.length });
  for (const [number, group] of groups.entries()) {
    if (group.length > 1 || group.some((only) => positions[only].next.has(only))) for (const at of group) loops[at] = number;
  }
  return loops;
}

/** Two ways from one place back to it that take the same text: each time round doubles them. */
function isExponential(positions, loops) {
  const size = positions.length;
  const within = (at) => [...positions[at].next].filter(([to]) => loops[to] === loops[at]);
  const nextPairs = (pair) => {
    const [a, b] = [Math.floor(pair / size), pair % size];
    return within(a).flatMap(([nextA]) =>
      within(b)
        .filter(([nextB]) => meet(positions[nextA].takes, positions[nextB].takes))
        .map(([nextB]) => nextA * size + nextB),
    );
  };
  const inLoops = [...positions.keys()].filter((at) => loops[at] !== undefined);
  if (inLoops.some((at) => within(at).some(([, ways]) => ways > 1))) return true;
  const groups = components(
    inLoops.map((at) => at * size + at),
    nextPairs,
  );
  return groups.some((group) => {
    const isOne = (pair) => Math.floor(pair / size) === pair % size;
    return group.some(isOne) && !group.every(isOne);
  });
}

/** Two loops one after the other that take the same text: it may be divided between them anywhere. */
function isPolynomial(positions, loops) {
  const inLoops = [...positions.keys()].filter((at) => loops[at] !== undefined);
  return inLoops.some((first) => {
    const reached = reachable(positions, first);
    return inLoops.some(
      (second) => loops[first] !== loops[second] && reached.has(second) && shareText(positions, { loops, first, second }),
    );
  });
}

/** Whether one text leads round the first loop, from the first to the second, and round the second. */
function shareText(positions, { loops, first, second }) {
  const seen = new Set();
  const waiting = [[first, first, second]];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const [a, b, c] = place;
    for (const [nextA] of positions[a].next) {
      if (loops[nextA] !== loops[first]) continue;
      for (const [nextC] of positions[c].next) {
        if (loops[nextC] !== loops[second]) continue;
        if (!meet(positions[nextA].takes, positions[nextC].takes)) continue;
        for (const [nextB] of positions[b].next) {
          if (!meet(positions[nextA].takes, positions[nextB].takes, positions[nextC].takes)) continue;
          if (nextA === first && nextB === second && nextC === second) return true;
          const key = (nextA * positions.length + nextB) * positions.length + nextC;
          if (seen.has(key)) continue;
          if (seen.add(key).size > MOST_STEPS) return true;
          waiting.push([nextA, nextB, nextC]);
        }
      }
    }
  }
  return false;
}

function reachable(positions, from) {
  const seen = new Set();
  const waiting = [from];
  while (waiting.length > 0)
    for (const to of positions[waiting.pop()].next.keys())
      if (!seen.has(to)) {
        seen.add(to);
        waiting.push(to);
      }
  return seen;
}

/** The strongly connected components that can be reached (Tarjan 1972), without recursion. @returns {number[][]} */
function components(starts, nextOf) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const onStack = new Set();
  const found = [];
  const enter = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    onStack.add(node);
    return { node, next: nextOf(node)[Symbol.iterator]() };
  };
  for (const start of starts) {
    if (order.has(start)) continue;
    const calls = [enter(start)];
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const { node, next } = call;
      const { value: to, done } = next.next();
      if (done !== true) {
        if (!order.has(to)) calls.push(enter(to));
        else if (onStack.has(to)) low.set(node, Math.min(low.get(node), order.get(to)));
        continue;
      }
      calls.pop();
      const above = calls.at(-1)?.node;
      if (above !== undefined) low.set(above, Math.min(low.get(above), low.get(node)));
      if (low.get(node) !== order.get(node)) continue;
      const group = stack.splice(stack.indexOf(node));
      for (const one of group) onStack.delete(one);
      found.push(group);
    }
  }
  return found;
}
