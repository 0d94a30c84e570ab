import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { leaveOutPayloads } from './leave-out-payloads.js';

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const bytes = (length: number) => Buffer.from(Array.from({ length }, () => random.below(256)));
/** No file begins like this by chance. */
const encoded = (length: number) => Buffer.concat([Buffer.from([1, 2, 3]), bytes(length - 3)]).toString('base64');
const PICTURE = encoded(3_000);
const folded = (text: string, width = 76, end = '\n') => text.replaceAll(new RegExp(`.{${width.toString()}}(?=.)`, 'g'), `$&${end}`);
/** Ten lines of 76 with nothing that says that it ends. */
const WHOLE_LINES = Buffer.concat([Buffer.from([0, 16, 62, 247, 239, 190]), bytes(564)]).toString('base64');
const PATHS = Array.from(
  { length: 5 },
  (_, n) => `usr/share/doc/some-package/examples/of/a/rather/deep/folder/n${n.toString()}/readme`,
).join('\n');
const DRAWING = encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M10 4"/>'.repeat(20)}</svg>`);
const NOT_ALL_ESCAPED = `%3csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3e%3cpath d='${'m2 5 6 6 6-6'.repeat(40)}'/%3e%3c/svg%3e`;

describe('the payload of a data URI', () => {
  it.each([
    ['a picture of Markdown', `Before ![chart](data:image/png;base64,«${PICTURE}») after`],
    ['a picture by reference', `![chart][img1]\n\n[img1]: data:image/png;base64,«${PICTURE}»\nNext`],
    ['a picture by reference with its title', `[img1]: <data:image/png;base64,«${PICTURE}»> "Chart"`],
    ['a link', `[file](data:application/pdf;name=a.pdf;base64,«${PICTURE}»)`],
    ['an attribute', `<img src='data:image/jpeg;base64,«${PICTURE}»' alt="Chart">`],
    ['an attribute without quotes', `<a href=data:image/jpeg;base64,«${PICTURE}» download>`],
    ['a set of sources', `<img srcset="data:image/png;base64,«${PICTURE}» 1x, data:image/png;base64,«${PICTURE}» 2x">`],
    ['a style', `@font-face { src: url(data:font/woff2;charset=utf-8;base64,«${PICTURE}») format('woff2'); }`],
    ['a string of JSON', `{"icon":"data:image\\/png;base64,«${PICTURE.replaceAll('/', '\\/')}»","name":"Chart"}`],
    ['a source map', `run();\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,«${PICTURE}»\n`],
    ['Base64 for addresses', `const a = \`data:;base64,«${Buffer.from(PICTURE, 'base64').toString('base64url')}»\`;`],
    ['Base64 with escaped signs', `"data:image/png;base64,«${encodeURIComponent(PICTURE)}»"`],
    ['a blank behind the comma', `(data:image/png;base64, «${PICTURE}»)`],
    ['lines within a string', `"data:image/png;base64,«${folded(PICTURE, 64, '\\n')}»"`],
    ['markup', `<img src="data:image/svg+xml,«${DRAWING}»">`],
    ['markup without quotes', `url(data:image/svg+xml;utf8,«${DRAWING}»);`],
    ['markup of which few signs are escaped', `url("data:image/svg+xml,«${NOT_ALL_ESCAPED}»")`],
    ['text', `'data:text/plain;charset=utf-8,«${encodeURIComponent('Zoë, où est Noël? '.repeat(30))}»'`],
  ])('is left out of %s', (_, marked) => {
    expect(leaveOutPayloads(marked.replaceAll(/[«»]/g, '')).text).toBe(marked.replaceAll(/«[^»]+»/g, '…'));
  });

  it.each([
    ['\n', 'data:image/png;base64,'],
    ['\r\n', 'data:image/png;base64,'],
    ['\n', 'data:image/png;base64,\n'],
    ['\n    ', 'data:image/png;base64,\n    '],
  ])('is left out where it is folded, its line ends stay, and the last line says that one was there: %j %j', (fold, head) => {
    const end = fold.trimEnd() === '' ? fold.replaceAll(' ', '') : fold;
    const lines = folded(PICTURE, 76, fold);
    const { text } = leaveOutPayloads(`<img src="${head}${lines}"\n alt="Chart">`);
    const ends = `${head}${lines}`.split('\n').length - 1;
    expect(text).toBe(`<img src="data:image/png;base64,…${end.repeat(ends)}…"\n alt="Chart">`);
  });

  it.each([
    ['words on the next line', `data:image/png;base64,${PICTURE.slice(0, 400)}`, '\nEnd\n"quoted"'],
    ['a sum on the next line', `data:image/png;base64,${PICTURE.slice(0, 400)}`, `\n${'3f'.repeat(20)}\n`],
    ['words behind folded lines', `data:image/png;base64,${folded(WHOLE_LINES)}`, '\nThe end of it.'],
    ['a sum behind folded lines', `data:image/png;base64,${folded(WHOLE_LINES)}`, `\n${'9f86d081884c7d65'.repeat(4)}\nnext`],
    ['a rule', `data:image/png;base64,${folded(WHOLE_LINES)}`, `\n${'-'.repeat(60)}\nnext`],
    ['a rule as long as its lines', `data:image/png;base64,${folded(WHOLE_LINES)}`, `\n${'-'.repeat(76)}\nnext`],
    ['a longer name', `data:image/png;base64,${folded(WHOLE_LINES)}`, `\n${'A_long_name_of_a_page_'.repeat(5)}\nnext`],
    ['paths', `data:image/png;base64,${folded(WHOLE_LINES)}`, `\n${PATHS}\nnext`],
  ])('ends before %s', (_, address, after) => {
    const lines = address.split('\n').length;
    expect(leaveOutPayloads(address + after).text).toBe(`data:image/png;base64,…${lines > 1 ? `${'\n'.repeat(lines - 1)}…` : ''}${after}`);
  });

  it.each([
    `data:image/gif;base64,${PICTURE.slice(0, 120)}`,
    `data: ${PICTURE}`,
    `data:image/png;base64,${WHOLE_LINES.slice(0, 190)}\n${PATHS}\nnext`,
    `A data URI starts with data:image/png;base64,\n${PATHS}\nnext`,
    `'data:text/html,${'<p>Words that everybody can read.</p>'.repeat(20)}'`,
    `data:image/svg+xml,${'a plain word, '.repeat(40)}`,
    `-----BEGIN CERTIFICATE-----\n${folded(PICTURE, 64)}\n-----END CERTIFICATE-----`,
    `const metadata: Record<string, string> = {};`,
  ])('stays where it is short, written as it is, or none: %.40s', (text) => {
    expect(leaveOutPayloads(text)).toEqual({ text, moved: [] });
  });
});

describe('a file in Base64 without an address', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), bytes(2_000)]).toString('base64');
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46', 'hex'), bytes(2_000)]).toString('base64');

  it.each([
    ['a notebook', `{"image/png": "${png}", "text/plain": ["<Figure>"]}`, `{"image/png": "iVBORw0KGgo…", "text/plain": ["<Figure>"]}`],
    ['a book', `<binary id="cover.jpg">${jpeg}</binary>`, '<binary id="cover.jpg">/9j/4…</binary>'],
    ['JSON with escaped slashes', `{"photo":"${jpeg.replaceAll('/', '\\/')}"}`, '{"photo":"\\/9j\\/4…"}'],
  ])('is left out of %s but for what says its kind', (_, text, expected) => {
    expect(leaveOutPayloads(text).text).toBe(expected);
  });

  it('is left out where lines of a contact are folded, with every line end', () => {
    const text = `N:Zoë\nPHOTO;ENCODING=b:${folded(jpeg, 74, '\n ')}\nTEL:1`;
    const shortened = leaveOutPayloads(text).text;
    expect(shortened.replaceAll(/\n+/g, '\n')).toBe('N:Zoë\nPHOTO;ENCODING=b:/9j/4…\n…\nTEL:1');
    expect(shortened.split('\n').length).toBe(text.split('\n').length);
  });

  it('is left out where its first line has less room than the others', () => {
    const photo = `PHOTO:${jpeg.slice(0, 69)}\n ${folded(jpeg.slice(69), 74, '\n ')}`;
    expect(leaveOutPayloads(photo).text.replaceAll(/\n+/g, '\n')).toBe('PHOTO:/9j/4…\n…');
  });

  it('is none in the middle of other digits, and none where it is short', () => {
    for (const text of [`${encoded(30)}/9j/4${PICTURE}`, `/9j/4${PICTURE.slice(0, 100)}`]) expect(leaveOutPayloads(text).moved).toEqual([]);
  });
});

it('says how far what follows has moved on its line', () => {
  const one = `(data:image/png;base64,${PICTURE})`;
  const text = `é ${one} and ${one} end\nnext\n<a href="data:image/png;base64,${folded(PICTURE)}">x`;
  const { text: short, moved } = leaveOutPayloads(text);
  const [before, after] = [text.split('\n'), short.split('\n')];
  expect(after.length).toBe(before.length);
  for (const mark of [') and', ') end', 'next', '">x']) {
    const line = before.findIndex((content) => content.includes(mark));
    const column = after[line]?.indexOf(mark) ?? -1;
    const last = moved.findLast((one) => one.line === line + 1 && one.column <= column + 1);
    expect([mark, column + (last?.by ?? 0)]).toEqual([mark, before[line]?.indexOf(mark)]);
  }
});

describe('hostile texts', () => {
  const MANY = 100_000;
  it.each([
    ['addresses without an end', '"data:text/html,%3c'.repeat(MANY)],
    ['addresses without quotes', 'data:text/html,'.repeat(MANY)],
    ['beginnings', 'data:'.repeat(MANY)],
    ['heads', `data:image/png;${'a=b;'.repeat(MANY)}`],
    ['parameters without end', `data:a/${'b'.repeat(MANY)}`.repeat(2)],
    ['folds', `data:a/b;base64,\n${'A'.repeat(60)}\n!`.repeat(MANY / 20)],
    ['one line', `data:a/b;base64,${'A'.repeat(20 * MANY)}`],
    ['lines', `data:a/b;base64,\n${`${'A'.repeat(76)}\n`.repeat(2 * MANY)}`],
    ['files', '/9j/4 '.repeat(MANY)],
    ['escapes', `'data:a/b,${'\\%3c'.repeat(MANY)}`],
  ])('are looked at once: %s', (_, text) => {
    const started = process.cpuUsage();
    leaveOutPayloads(text);
    const { user } = process.cpuUsage(started);
    expect(user / 1000).toBeLessThan(5_000);
  });
});
