import { expect, it } from 'vitest';
import { addressWords } from './address-words.js';

it.each([
  ['https://docs.example.com/kafka/operations', 'docs.example.com/kafka/operations'],
  ['https://www.example.com:8443/Kafka/Operations.html?v=3&page=2#start', 'example.com/Kafka/Operations'],
  ['http://example.com/guide/index.html', 'example.com/guide'],
  ['http://example.com/wiki/index.php/Homing_pigeon', 'example.com/wiki/Homing_pigeon'],
  ['https://example.com/', 'example.com'],
  ['https://de.wikipedia.org/wiki/M%C3%BCnchen%20Hbf', 'de.wikipedia.org/wiki/München Hbf'],
  ['https://example.com/100%/%E0%A4%A/x', 'example.com/100%/%E0%A4%A/x'],
  ['http://10.1.2.3/runbooks/disk-full.php', 'runbooks/disk-full'],
  ['http://[fd12::1]:8080/runbooks', 'runbooks'],
  ['http://localhost:3000/', ''],
  ['https://example.com/files/report.pdf', 'example.com/files/report.pdf'],
  ['https://example.com/a%00b%0A%E2%80%8Bc', 'example.com/a b c'],
])('says of %s what a reader sees in it', (address, words) => {
  expect(addressWords(address)).toBe(words);
});

it.each([
  ['2024/05/06/standup', '2024/05/06/standup'],
  ['20240506-standup', '20240506-standup'],
  ['docs/3.5/rfc9728', 'docs/3.5/rfc9728'],
  ['issues/123456', 'issues/123456'],
  ['facade/decade/defaced', 'facade/decade/defaced'],
  ['questions/11227809/why-is-it-faster', 'questions/why-is-it-faster'],
  ['how-we-ship-3f2a9c7d1e4b', 'how-we-ship'],
  ['3F2A9C7D1E4B-how-we-ship', 'how-we-ship'],
  ['commit/8e4e7000a1b2c3d4e5f60718293a4b5c6d7e8f90', 'commit'],
  ['p/123e4567-e89b-12d3-a456-426614174000/edit', 'p/edit'],
])('keeps names, dates and versions of /%s and leaves out what no one types', (path, words) => {
  expect(addressWords(`http://10.0.0.1/${path}`)).toBe(words);
});

it.each(['kafka/operations.md', 'ftp://example.com/a', 'https:/a', 'http://', 'notes/https://example.com', ''])(
  'takes %j for no address of a page',
  (path) => {
    expect(addressWords(path)).toBeUndefined();
  },
);

it('reads the longest address in no time', () => {
  for (const part of ['1', 'a1', '-', '%20', 'e', '1-'])
    expect(addressWords(`https://example.com/${part.repeat(100_000)}`)).toMatch(/^example\.com/);
});
