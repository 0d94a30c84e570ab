import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../terminal/rows.js';
import { snippet } from './snippet.js';

const BEFORE = 'Es war ein langer Tag, und niemand wollte den Anfang machen, obwohl alle wussten, worum es ging. '.repeat(5);
const ANSWER = 'Am Ende fand sich der Schlüssel im Garten unter der alten Bank.';

describe('the rows shown of a passage', () => {
  it('are all of a line that is longer than one', () => {
    const text = `${BEFORE.slice(0, 194)} ${ANSWER}`;
    const rows = snippet(text, { query: 'Tag', width: 77 });
    expect(rows.join(' ')).toBe(text);
    expect(rows.every((row) => row.length <= 77)).toBe(true);
  });

  it('begin with the sentence that says most of the query, where that stands behind them', () => {
    const rows = snippet(`${BEFORE}${ANSWER} ${BEFORE}`, { query: 'wo ist der Schlüssel im Garten', width: 77 });
    expect(rows.slice(0, 6).join(' ')).toContain(`…${ANSWER} Es war`);
    expect(rows.every((row) => columnsOf(row) <= 77)).toBe(true);
    expect(rows).toHaveLength(7);
    expect(rows[5]).toMatch(/…$/);
    expect(rows[6]).toMatch(/^… \d+ more characters$/);
  });

  it('begin with the passage where its first rows say as much, or nothing says anything', () => {
    const text = `${ANSWER} ${BEFORE} ${ANSWER}`;
    expect(snippet(text, { query: 'Schlüssel', width: 77 })[0]).toMatch(/^Am Ende fand/);
    expect(snippet(text, { query: 'weather', width: 77 })[0]).toMatch(/^Am Ende fand/);
  });

  it('begin within a sentence that is longer than them', () => {
    const row = Array.from({ length: 300 }, (_, i) => `field ${i.toString()},`).join(' ');
    const [first = ''] = snippet(`name\n${row}`, { query: 'field 250', width: 77 });
    expect(first).toMatch(/^…/);
    expect(first).toContain('field 250,');
  });

  it('begin with a line of code, which goes on below its indentation', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `    step(${i.toString()});`);
    const text = ['function run() {', ...lines, `    retry(${'attempt, '.repeat(12)}backoff);`, '}'].join('\r\n');
    const rows = snippet(text, { query: 'retry with backoff', width: 60 });
    expect(rows.slice(0, 3)).toEqual(['    …step(18);', '    step(19);', `    retry(${'attempt, '.repeat(5).trim()}`]);
    expect(rows.slice(3)).toEqual([`    ${'attempt, '.repeat(6).trim()}`, '    attempt, backoff);', '}']);
    expect(snippet(text, { query: 'run', width: 60 })).toEqual(['function run() {', ...lines.slice(0, 5), '… 17 more lines']);
  });

  it('are as wide as a terminal shows them, and no character is cut in two', () => {
    const text = `${'天気はとても晴れです。🍞'.repeat(40)}数据库的备份在这里。${'天気はとても晴れです。🍞'.repeat(40)}`;
    const rows = snippet(text, { query: '备份数据库', width: 41 });
    expect(rows[0]).toMatch(/^…🍞数据库的备份在这里。/);
    expect(rows.every((row) => columnsOf(row) <= 41 && row.isWellFormed())).toBe(true);
  });
});
