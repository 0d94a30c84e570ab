import { indentation } from '../text/indentation.js';
import type { Lines } from '../text/lines.js';

/** What a line of code is for the cutting of blocks. */
export const LineRole = {
  blank: 0,
  /** Anything else. */
  code: 1,
  /** Comments, decorators, attributes: they belong to what follows. */
  lead: 2,
  /** Ends or continues the block above: closing brackets, `end`, `else`, `catch`. */
  closing: 3,
} as const;

const LOOKED_AT = 60;
const LEAD =
  /^(?:\/\/|\/\*|\*\/|\*(?:\s|$)|#(?!(?:include|define|if|ifdef|ifndef|else|elif|endif|pragma|undef|error)\b)|--(?!\S*>)|;;|%|'{3}|"{3}|@[\w.]|\[(?:\w|#|assembly)|<!--|\(\*|\{-|REM\b)/;
const CLOSING =
  /^(?:[})\]]|end\b(?!\s*=)|else\b|elif\b|elsif\b|elseif\b|except\b|catch\b|rescue\b|finally\b|ensure\b|then\b|do$|fi\b|done\b|esac\b|begin$|\{\s*$|(?:public|private|protected)\s*(?:slots\s*)?:)/i;

/** Indentation and role of each line. */
export interface CodeLines {
  readonly lines: Lines;
  readonly indents: Uint32Array;
  readonly roles: Uint8Array;
}

export function readCodeLines(lines: Lines): CodeLines {
  const indents = new Uint32Array(lines.count);
  const roles = new Uint8Array(lines.count);
  for (let line = 0; line < lines.count; line++) {
    const start = lines.start(line);
    const text = lines.text.slice(start, lines.end(line));
    const first = text.search(/\S/);
    if (first < 0) continue;
    indents[line] = indentation(text);
    roles[line] = roleOf(text.slice(first, first + LOOKED_AT));
  }
  return { lines, indents, roles };
}

function roleOf(text: string): number {
  if (CLOSING.test(text)) return LineRole.closing;
  return LEAD.test(text) ? LineRole.lead : LineRole.code;
}
