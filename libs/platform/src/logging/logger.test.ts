import { permanent } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { createLogger, errorFields } from './logger.js';

function capture(settings: Parameters<typeof createLogger>[0], isTTY: boolean) {
  const lines: string[] = [];
  const logger = createLogger(settings, { component: 'gateway', destination: { isTTY, write: (line: string) => lines.push(line) } });
  return { logger, lines };
}

it('writes one JSON object a line with level, time, component and fields', () => {
  const { logger, lines } = capture({ level: 'info', format: 'auto' }, false);
  logger.child({ source: 's1' }).info('synced', { chunks: 3 });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', component: 'gateway', source: 's1', chunks: 3, msg: 'synced' });
  expect(lines[0]).toMatch(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/);
});

it('writes one readable line on a terminal', () => {
  const { logger, lines } = capture({ level: 'info', format: 'auto' }, true);
  logger.warn('slow', { ms: 12, queue: 'search' });
  expect(lines.join('')).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}gateway slow ms=12 queue=search\n$/);
});

it('writes control characters out on a terminal', () => {
  const { logger, lines } = capture({ level: 'info', format: 'auto' }, true);
  logger.info('audit', { ids: 'a\nb\u001b[31mc\u009b' });
  expect(lines.join('')).toMatch(/ ids=a\\u000ab\\u001b\[31mc\\u009b\n$/);
});

it('leaves out what is below its level', () => {
  const { logger, lines } = capture({ level: 'warn', format: 'json' }, false);
  logger.info('no');
  logger.debug('no');
  expect(lines).toEqual([]);
});

it('says of a surprise where in the code it came from, and nothing of its texts but the message', () => {
  const surprise = new TypeError('no such thing\n    at the text of a document', { cause: new Error('another text') });
  const { code, reason, frames = '' } = errorFields(surprise);
  expect([code, reason]).toEqual(['INTERNAL', surprise.message]);
  expect(frames).toMatch(/^at .*logger\.test\.ts:\d+:\d+/);
  expect(frames.split(' at ').length).toBeLessThanOrEqual(10);
  expect(frames).not.toContain('text');
  const cause = 'Caused by: Error: another text\n    at the text of a document';
  surprise.stack = `TypeError: ${surprise.message}\n    at read (a.js:1:2)\n    at run (b.js:3:4)\n${cause}`;
  expect(errorFields(surprise).frames).toBe('at read (a.js:1:2) at run (b.js:3:4)');
  surprise.stack = `TypeError: ${surprise.message}\n${cause}`;
  expect(errorFields(surprise)).not.toHaveProperty('frames');
  surprise.stack = 'TypeError: another message\n    at the text of a document';
  expect(errorFields(surprise)).not.toHaveProperty('frames');
});

it('reduces an error to code and message', () => {
  expect(errorFields(permanent('A.B', 'no', { cause: new Error('the text of a document') }))).toEqual({ code: 'A.B', reason: 'no' });
});
