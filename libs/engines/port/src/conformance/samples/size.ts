/** As much as `npm test` runs, or as much as a long run does. */
export function sized(short: number, long: number): number {
  const wanted = process.env['TRIBUTARY_TEST_LONG'];
  return wanted === undefined || wanted === '' || wanted === '0' ? short : long;
}
