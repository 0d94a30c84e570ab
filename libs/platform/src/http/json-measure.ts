const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** How deep arrays and objects of a JSON text stand in one another, and how many they are. One pass, before anything is parsed. */
export function measureJson(json: string): { readonly depth: number; readonly parts: number } {
  let open = 0;
  let depth = 0;
  let parts = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      parts++;
      depth = Math.max(depth, ++open);
    } else if (code === 0x7d || code === 0x5d) open--;
  }
  return { depth, parts };
}
