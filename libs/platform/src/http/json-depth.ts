const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** True when arrays and objects of a JSON text stand deeper in one another than `limit`. One pass, before anything is parsed. */
export function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
