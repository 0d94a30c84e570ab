/** True for an address or name that only this machine can reach: 127.0.0.0/8, ::1, localhost. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || name === '::ffff:127.0.0.1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
