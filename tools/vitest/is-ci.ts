/** True where everything must run and nothing may be left out. */
export function isCi(): boolean {
  const value = process.env['CI'];
  return value !== undefined && value !== '' && value !== 'false' && value !== '0';
}
