import { describe, expect, it } from 'vitest';
import { entranceTo, failureWords, signInAgainAt } from './sign-in-words.js';

describe('what is said of a failed sign-in', () => {
  it('are words of the console, whatever stands in the address', () => {
    expect(failureWords(null)).toBeUndefined();
    expect(failureWords('SIGN_IN.EXPIRED')).toContain('Sign in again');
    for (const code of ['<b>call 555</b>', 'constructor', '']) expect(failureWords(code)).toMatch(/^Signing in did not work/);
  });
});

describe('the address where one signs in', () => {
  const next = (pathname: string, search: string) =>
    new URL(
      entranceTo('https://search.example.org/api/session/sign-in', { pathname, search, origin: 'https://search.example.org' }),
    ).searchParams.get('next');

  it('leaves out a question that is too long to come back with', () => {
    const asked = (letters: number) => `?q=${encodeURIComponent('я'.repeat(letters))}`;
    expect(next('/playground', asked(300))).toBe(`/playground${asked(300)}`);
    expect(next('/playground', asked(700))).toBe('/playground');
    const again = (letters: number) => signInAgainAt({ pathname: '/', search: asked(letters) });
    expect(new URLSearchParams(again(2000).split('?')[1]).get('next')).toBe(`/${asked(2000)}`);
    expect(again(20_000)).toBe('/sign-in?next=%2F');
  });

  it('brings one back to where one was', () => {
    expect(next('/playground', '?q=a%26b')).toBe('/playground?q=a%26b');
    expect(next('/sign-in', '?failed=SIGN_IN.EXPIRED&next=%2Fsources')).toBe('/sources');
    expect(next('/sign-in', '')).toBe('/');
    for (const away of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
      expect(next('/sign-in', `?${new URLSearchParams({ next: away }).toString()}`)).toBe('/');
    }
  });
});
