/** 1 for the same word, 1 − 1/length of the longer for one edit (a swap of neighbours is one), else the Dice coefficient of the letter pairs. */
export function wordLikeness(a: string, b: string): number {
  if (a === b) return 1;
  const dice = pairDice(a, b);
  return isOneEdit(a, b) ? Math.max(dice, 1 - 1 / Math.max(a.length, b.length)) : dice;
}

/** True when one insertion, deletion, substitution or swap of neighbours makes one word the other. */
export function isOneEdit(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 1 && editsOf(a, b).has(b);
}

function editsOf(a: string, b: string): ReadonlySet<string> {
  const edits = new Set<string>();
  const letters = new Set(b);
  for (let at = 0; at <= a.length; at++) {
    const [before, after] = [a.slice(0, at), a.slice(at)];
    edits.add(before + after.slice(1));
    edits.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2));
    for (const letter of letters) {
      edits.add(before + letter + after);
      edits.add(before + letter + after.slice(1));
    }
  }
  return edits;
}

function pairDice(a: string, b: string): number {
  const left = pairsOf(a);
  let shared = 0;
  for (const pair of pairsOf(b)) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return a.length + b.length > 2 ? (2 * shared) / (a.length + b.length - 2) : 0;
}

function pairsOf(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2));
}
