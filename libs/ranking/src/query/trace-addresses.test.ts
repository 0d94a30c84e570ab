import { expect, it } from 'vitest';
import { parseQuery } from './parse-query.js';

const PANIC = `panic: http: multiple registrations for /healthz

goroutine 1 [running]:
net/http.(*ServeMux).Handle(0x140000b2000, {0x1047a5e80, 0x5}, {0x1048c2a40?, 0x14000012050?})
	/usr/local/go/src/net/http/server.go:2871 +0x1a4`;

it('leaves the addresses of a panic of Go out of what is embedded and of the words', () => {
  const { text, words } = parseQuery(PANIC);
  expect(text).toBe(
    'panic: http: multiple registrations for /healthz goroutine 1 [running]: net/http.(*ServeMux).Handle() /usr/local/go/src/net/http/server.go:2871',
  );
  expect(words.filter((word) => /\d/u.test(word))).toEqual(['1', '2871']);
});

it.each([
  [
    'registers',
    'SIGSEGV: segmentation violation\n[signal code=0x1 addr=0x0 pc=0x1023a8f4c]',
    'SIGSEGV: segmentation violation [signal code=0x1 ]',
  ],
  ['a debugger', 'aborted\n#1  0x4f5a12 in crash (n=0x10)', 'aborted #1 in crash (n=0x10)'],
  ['Rust', 'thread main panicked\n  12:     0x55d0c9a7a1f3 - std::panicking', 'thread main panicked 12: - std::panicking'],
  [
    'objects',
    'TypeError: <Job object at 0x10a2b3c40> is not JSON serializable\nin dumps',
    'TypeError: <Job object > is not JSON serializable in dumps',
  ],
])('leaves out those of %s', (_, query, text) => {
  expect(parseQuery(query).text).toBe(text);
});

it.each([
  ['one number', '0x140000b2000'],
  ['one line', 'net/http.Handle(0x140000b2000, 0x5) +0x1a4'],
  ['a call with something else', 'crc(0xEDB88320, bad)\nreturn'],
  ['codes of errors', 'Error 0x80070005: access denied\n1: 0xC0000005 follows'],
])('keeps the numbers of base 16 of %s', (_, query) => {
  expect(parseQuery(query).text).toBe(query.replace('\n', ' '));
});

it('looks for the numbers of a query that has nothing else', () => {
  expect(parseQuery('at 0x10a2b3c40\n+0x68').words).toContain('0x68');
});
