import { SessionAnswer } from '@tributary/contracts';
import { CookieBrowser } from '@tributary/testing';

/** A browser in which somebody has signed in with a token at a gateway. */
export async function signIn(url: string, token: string): Promise<CookieBrowser> {
  const browser = new CookieBrowser();
  const headers = { 'content-type': 'application/json', origin: url };
  const response = await browser.go(`${url}/api/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  if (!response.ok) throw new Error(`Signing in answered ${response.status.toString()}: ${await response.text()}`);
  return browser;
}

/** Whether a gateway knows who uses the browser, by the cookie he has from `home`. */
export async function isKnown(browser: CookieBrowser, { home, at }: { readonly home: string; readonly at: string }): Promise<boolean> {
  const response = await fetch(`${at}/api/session`, { headers: { cookie: browser.cookies(new URL(home).origin, at) } });
  return SessionAnswer.parse(await response.json()).signed_in;
}
