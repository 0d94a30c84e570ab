/* An entry of a list, 16 bits: how far its slot lies behind the one before (10 bits), then a code (6 bits).
     1–59       the counts: body (4 bits), title (2 bits)
     60         counts that do not fit, or none: the entry that follows is body (8 bits), title (8 bits)
     61–63      no slot, but 1024, 1024² or 1024³ times the gap: of a gap that does not fit, these come first
   Of a million chunks 98 of 100 gaps are below 1,024 and 999 of 1,000 counts fit, so that a posting takes little more than two bytes. */
export const GAP_BITS = 10;
export const MOST_GAP = (1 << GAP_BITS) - 1;
const BODY_BITS = 4;
const MOST_BODY = (1 << BODY_BITS) - 1;
/** The code of counts in an entry of their own: also of none, so that who looks out for codes from here on need not look out for these. */
export const LARGE = 60;
/** Changes nothing. */
export const PADDING = (LARGE + 1) << GAP_BITS;

/** The code of counts (body + 256 × title). */
export function codeOf(counts: number): number {
  const body = counts & 0xff;
  const code = body | ((counts >>> 8) << BODY_BITS);
  return body <= MOST_BODY && code > 0 && code < LARGE ? code : LARGE;
}

/** Counts (body + 256 × title) of a code from 1 to 59. */
export function countsOf(code: number): number {
  return (code & MOST_BODY) | ((code >>> BODY_BITS) << 8);
}

/** What an entry without a slot adds to the gap of the next. By a shift, so that a loop that adds gaps up stays one over integers. */
export function farGap(entry: number): number {
  return (entry & MOST_GAP) << (GAP_BITS * ((entry >>> GAP_BITS) - LARGE));
}

/** The entries of any gap and counts. */
export function entriesOf(gap: number, counts: number): readonly number[] {
  const entries: number[] = [];
  for (let power = 3; power > 0; power--) {
    const part = (gap >>> (GAP_BITS * power)) & MOST_GAP;
    if (part > 0) entries.push(part | ((LARGE + power) << GAP_BITS));
  }
  const code = codeOf(counts);
  entries.push((gap & MOST_GAP) | (code << GAP_BITS));
  if (code === LARGE) entries.push(counts);
  return entries;
}
