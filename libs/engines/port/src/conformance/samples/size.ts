/** As much as `npm test` runs, or as much as a long run does. */
export function sized(short: number, long: number): number {
  const wanted = process.env['TRIBUTARY_TEST_LONG'];
  return wanted === undefined || wanted === '' || wanted === '0' ? short : long;
}

/** Rounds of a random behaviour: as `sized` says, and of them the part that the suite runs, at least one. */
export function roundsOf({ share = 1 }: { readonly share?: number | undefined }, short: number, long: number): number {
  return Math.max(1, Math.round(share * sized(short, long)));
}

/** As much of random data as `whole` says; half of it for a suite that runs a part of the rounds, whose server takes most of its time for what is written. */
export function amountOf({ share = 1 }: { readonly share?: number | undefined }, whole: number): number {
  return share < 1 ? Math.ceil(whole / 2) : whole;
}
