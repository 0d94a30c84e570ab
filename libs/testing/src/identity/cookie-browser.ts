interface BrowserRequest extends Pick<RequestInit, 'method' | 'body'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** What of a browser a sign-in needs, without a page: cookies by origin, and one step of a redirect at a time. */
export class CookieBrowser {
  readonly #jars = new Map<string, Map<string, string>>();

  /** One request with the cookies of its origin; redirects are not followed. */
  async go(url: string, { headers, ...init }: BrowserRequest = {}): Promise<Response> {
    const { origin } = new URL(url);
    const response = await fetch(url, { ...init, headers: { ...headers, cookie: this.cookies(origin) }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(origin, line);
    return response;
  }

  /** As the header `Cookie` has them. @param at the replica they are for, which names them by its own port; a proxy before all replicas has one port */
  cookies(origin: string, at = origin): string {
    const [known, wanted] = [`_${new URL(origin).port}`, `_${new URL(at).port}`];
    const named = (name: string) => (name.endsWith(known) ? name.slice(0, -known.length) + wanted : name);
    return [...(this.#jars.get(origin) ?? [])].map(([name, value]) => `${named(name)}=${value}`).join('; ');
  }

  /** The same cookies in another browser. */
  copy(): CookieBrowser {
    const other = new CookieBrowser();
    for (const [origin, jar] of this.#jars) other.#jars.set(origin, new Map(jar));
    return other;
  }

  /** Goes from the address on which a sign-in begins through the provider’s form. @returns where the provider sends the browser back to */
  async signInAs(user: string, entrance: string): Promise<string> {
    const { origin } = new URL(entrance);
    let [url, response] = [entrance, await this.go(entrance)];
    for (;;) {
      url = new URL(response.headers.get('location') ?? '', url).href;
      const isBack = new URL(url).origin === origin;
      if (isBack) return url;
      const isForm = url.includes('/interaction/');
      const body = new URLSearchParams({ prompt: 'login', login: user, password: 'any' });
      response = isForm ? await this.go(url, { method: 'POST', body }) : await this.go(url);
      if (!response.headers.has('location')) throw new Error(`The provider stopped at ${url} with status ${response.status.toString()}.`);
    }
  }

  #keep(origin: string, line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
}
