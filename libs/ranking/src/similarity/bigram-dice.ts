/** How much two words share of their pairs of neighbouring letters: 2 × common pairs / all pairs, from 0 to 1 (Dice 1945; Adamson & Boreham
 *  1974). Order counts: kuberntes and kubernetes 0.82, listen and silent 0.20. Words of one letter are alike only when equal. */
export function bigramDice(a: string, b: string): number {
  if (a === b) return 1;
  const total = a.length + b.length - 2;
  if (a.length < 2 || b.length < 2) return 0;
  const pairs = countPairs(a);
  let common = 0;
  for (let at = 1; at < b.length; at++) {
    const pair = pairAt(b, at);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    common++;
  }
  return (2 * common) / total;
}

function countPairs(word: string): Map<number, number> {
  const pairs = new Map<number, number>();
  for (let at = 1; at < word.length; at++) {
    const pair = pairAt(word, at);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function pairAt(word: string, at: number): number {
  return word.charCodeAt(at - 1) * 65_536 + word.charCodeAt(at);
}
