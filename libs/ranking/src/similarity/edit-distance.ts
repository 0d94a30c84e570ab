/** True when one deletion, insertion, substitution or swap of two neighbours turns one word into the other, or when they are equal. */
export function editDistanceWithin1(a: string, b: string): boolean {
  if (a.length > b.length) return editDistanceWithin1(b, a);
  if (b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  if (start === a.length) return true;
  if (a.length < b.length) return a.slice(start) === b.slice(start + 1);
  if (a.slice(start + 1) === b.slice(start + 1)) return true;
  const isSwapped = a.charCodeAt(start) === b.charCodeAt(start + 1) && a.charCodeAt(start + 1) === b.charCodeAt(start);
  return isSwapped && a.slice(start + 2) === b.slice(start + 2);
}
