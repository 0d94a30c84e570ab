/** Longer addresses are made by machines for machines. */
const MAX_LENGTH = 2000;
/** Parameters that say where a visitor came from, not what he is to see. */
const TRACKING = /^(?:utm_[a-z_]+|gclid|fbclid|msclkid|mc_[ce]id|igshid|yclid)$/i;

export type WebAddress =
  | { readonly valid: true; readonly url: URL }
  | { readonly valid: false; readonly reason: 'not-an-address' | 'scheme' | 'credentials' | 'too-long' };

/** An address that may be fetched: http or https, without a user name or password. */
export function parseWebAddress(text: string, base?: string): WebAddress {
  const url = URL.parse(text.trim(), base);
  if (url === null) return { valid: false, reason: 'not-an-address' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { valid: false, reason: 'scheme' };
  if (url.username !== '' || url.password !== '') return { valid: false, reason: 'credentials' };
  return url.href.length > MAX_LENGTH ? { valid: false, reason: 'too-long' } : { valid: true, url };
}

/** One spelling for what is one page: no fragment, no parameters of campaigns, no session in the path, no final dot of the host. */
export function canonicalUrl(address: URL): string {
  const url = new URL(address);
  url.hash = '';
  url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/i, '');
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  if (url.search === '') url.search = '';
  return url.href;
}

/** The canonical form of a link or of what somebody typed; undefined for what cannot be fetched. */
export function toCanonicalUrl(text: string, base?: string): string | undefined {
  const address = parseWebAddress(text, base);
  return address.valid ? canonicalUrl(address.url) : undefined;
}
