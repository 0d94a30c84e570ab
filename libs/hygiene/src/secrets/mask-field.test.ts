import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { madeSecrets } from '../testing/made-secrets.fixture.js';
import { maskField } from './mask-field.js';

const SECRETS = madeSecrets(new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED'])));
const PASSWORD = ['Sommer', '2024!'].join('');
const DRAWN = ['q7Wz', '3Kd9', 'Xn2P', 'r8Vb', 'L5tc'].join('');

describe('the value of a field', () => {
  it.each([
    ['password', PASSWORD, { password: 1 }],
    ['db_password', PASSWORD, { password: 1 }],
    ['api_key', DRAWN, { 'secret-value': 1 }],
    ['API key', DRAWN, { 'secret-value': 1 }],
  ])('is masked whole where its name says that it is secret: %s', (name, value, counts) => {
    const masked = maskField(name, value);
    expect(masked.counts).toEqual(counts);
    expect(masked.text).toHaveLength(value.length);
    expect(masked.text).not.toContain(value.slice(0, 6));
  });

  it.each([
    ['password', PASSWORD, ' (Router im Flur)'],
    ['Wifi password', PASSWORD, " it's for guests"],
    ['password', PASSWORD, ' `kept` by Ada'],
    ['api_token', DRAWN, ' ; bis Mai'],
  ])('is masked without the note behind it: %s', (name, secret, note) => {
    const { text, counts } = maskField(name, `${secret}${note}`);
    expect(Object.values(counts)).toEqual([1]);
    expect(text).toHaveLength(secret.length + note.length);
    expect(text.endsWith(note)).toBe(true);
    expect(text).not.toContain(secret.slice(0, 6));
  });

  it.each(SECRETS)('is searched as a text is, whatever its name: %s', (rule, marked) => {
    const value = `said: ${marked.replaceAll(/[«»]/g, '')}`;
    const { text, counts } = maskField('author', value);
    expect(counts).toEqual({ [rule]: 1 });
    expect(text).toHaveLength(value.length);
    expect(text.startsWith('said: ')).toBe(true);
  });

  it.each([
    ['author', 'Ada Lovelace'],
    ['password_hint', 'first-pet-2'],
    ['token_url', 'https://example.org/oauth2/token'],
    ['fetched_at', '2026-05-03T10:00:00.000Z'],
    ['aliases', 'one, "two", three'],
    ['', ''],
  ])('stays as it is where it is none: %s', (name, value) => {
    expect(maskField(name, value)).toEqual({ text: value, counts: {} });
  });
});
