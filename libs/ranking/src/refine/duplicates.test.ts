import { describe, expect, it } from 'vitest';
import { areDuplicates, comparableText, groupDuplicates, likelyDuplicates } from './duplicates.js';

const text =
  'The nightly backup copies the database to the archive server at three in the morning and keeps the last seven copies. Older copies are removed once the new one has been verified.';

const duplicates = (a: string, b: string, cosine: number) =>
  areDuplicates(comparableText(a), comparableText(b), { cosine, areInOneCollection: false });

describe('areDuplicates', () => {
  it.each([
    ['equal texts', text, text],
    ['another case and other line ends', text, text.toUpperCase().replaceAll('. ', '.\r\n\r\n')],
    ['one other word among many', text, text.replace('verified', 'checked')],
    ['equal texts of one word', 'Backups', 'backups '],
    ['equal texts in Chinese', '你好世界', '你好世界'],
  ])('holds for %s', (_, a, b) => {
    expect(duplicates(a, b, 0.99)).toBe(true);
  });

  it.each([
    ['vectors further apart', text, text.replace('verified', 'checked'), 0.96],
    ['another number', `${text} Port 8080.`, `${text} Port 9090.`, 0.99],
    ['a negation', text, text.replace('are removed', 'are not removed'), 0.999],
    ['a shortened negation', `${text} They are.`, `${text} They (aren’t).`, 0.999],
    ['a shortened negation with another letter before it', `${text} Él`, `${text} én't`, 0.999],
    ['short texts that differ', 'The backup is on for this server.', 'The backup is off for this server.', 0.999],
    ['other words', text, text.replaceAll('copies', 'images').replace('database', 'wiki'), 0.99],
    ['a text within a longer one', text, `${text} ${text}`, 0.99],
  ])('fails for %s', (_, ...[a, b, cosine]) => {
    expect(duplicates(a, b, cosine)).toBe(false);
  });

  it('finds equal texts whatever their vectors', () => {
    expect(duplicates(text, text, 0.8)).toBe(true);
  });

  it('takes very short texts of one collection for what different documents say', () => {
    const [note, near] = [comparableText('Watered the plants.'), { cosine: 0.99, areInOneCollection: true }];
    expect(areDuplicates(note, note, near)).toBe(false);
    expect(areDuplicates(note, note, { ...near, areInOneCollection: false })).toBe(true);
    expect(areDuplicates(comparableText(text), comparableText(text.replace('verified', 'checked')), near)).toBe(true);
    const line = comparableText('const files = await Promise.all(paths.map((path) => read(path, { signal })));');
    expect(line.words.total).toBe(10);
    expect(areDuplicates(line, line, near)).toBe(true);
  });
});

describe('areDuplicates in scripts that write no spaces', () => {
  const near = { cosine: 0.999, areInOneCollection: true };
  const chinese = '每天凌晨三点，夜间备份会把数据库复制到归档服务器，并保留最近的七份副本。新的副本验证之后，较旧的副本会被删除。';

  it.each([
    ['Chinese', chinese],
    ['Japanese', '夜間バックアップは毎朝三時にデータベースをアーカイブサーバーへコピーし、最新の七つを保存します。'],
    ['Thai', 'การสำรองข้อมูลตอนกลางคืนคัดลอกฐานข้อมูลไปยังเซิร์ฟเวอร์จัดเก็บตอนตีสาม'],
  ])('finds equal passages of one collection in %s', (_, passage) => {
    expect(areDuplicates(comparableText(passage), comparableText(`${passage}\n`), near)).toBe(true);
  });

  it('keeps short notes, and passages that differ in a character, which may turn a statement into another one', () => {
    expect(areDuplicates(comparableText('给植物浇水了。'), comparableText('给植物浇水了。'), near)).toBe(false);
    expect(areDuplicates(comparableText(chinese), comparableText(chinese.replace('会被', '不会被')), near)).toBe(false);
  });
});

describe('comparableText', () => {
  it.each(['я', '中', 'n', "яn't", '\u0301'])(
    'takes apart a long run of %s in linear time (the square of its length would not end)',
    (letter) => {
      const run = letter.repeat(60_000);
      expect(comparableText(`${run} never ${run}`)).toMatchObject({ words: { total: 3 }, telling: { total: 1 } });
    },
  );
});

describe('likelyDuplicates', () => {
  const hit = (...[collection, vector, body = [1], length = 40]: readonly [number, readonly number[], (readonly number[])?, number?]) => ({
    collection,
    document: 'a',
    vector: Float32Array.from(vector),
    body: Uint8Array.from(body),
    length,
  });

  it('pairs alike hits of different documents only', () => {
    const pairs = likelyDuplicates([hit(0, [1, 0]), hit(0, [1, 0]), hit(1, [1, 0]), hit(1, [0, 1]), { ...hit(1, [1, 0]), document: 'b' }]);
    expect(pairs.map(({ better, other, areInOneCollection }) => [better, other, areInOneCollection])).toEqual([
      [0, 2, false],
      [0, 4, false],
      [1, 2, false],
      [1, 4, false],
      [2, 4, true],
    ]);
  });

  it('looks at what is less alike by vector only where the texts may be equal', () => {
    const likely = (...[vector, body, length]: readonly [readonly number[], readonly number[], number]) =>
      likelyDuplicates([hit(0, [1, 0], [2], 40), hit(1, vector, body, length)]).length;
    expect(likely([0.9, 0.44], [2], 45)).toBe(1);
    expect(likely([0.9, 0.44], [1], 40)).toBe(0);
    expect(likely([0.98, 0.2], [1], 40)).toBe(1);
    expect(likely([1, 0], [2], 90)).toBe(0);
  });

  it('keeps apart what differs in a word of the query, and what has no vector', () => {
    expect(likelyDuplicates([hit(0, [1, 0], [1, 1]), hit(1, [1, 0], [2, 0])])).toEqual([]);
    expect(likelyDuplicates([{ collection: 0, document: 'a', body: new Uint8Array(1), length: 40 }, hit(1, [1, 0], [0])])).toEqual([]);
  });
});

describe('groupDuplicates', () => {
  it('puts each hit beneath the best one it duplicates, and makes no chains', () => {
    const pairs = [
      { better: 1, other: 3 },
      { better: 0, other: 2 },
      { better: 0, other: 1 },
      { better: 2, other: 4 },
    ];
    const all = () => true;
    expect([...groupDuplicates(pairs, all)]).toEqual([[0, [1, 2]]]);
    expect([...groupDuplicates([...pairs, { better: 3, other: 4 }], all)]).toEqual([
      [0, [1, 2]],
      [3, [4]],
    ]);
  });

  it('compares copies with the first of them only: a hundred are not compared each with each', () => {
    const copies = Array.from({ length: 100 }, (_, n) => n);
    const pairs = copies.flatMap((better) => copies.slice(better + 1).map((other) => ({ better, other })));
    const compared: (typeof pairs)[number][] = [];
    const groups = groupDuplicates(pairs, (pair) => {
      compared.push(pair);
      return true;
    });
    expect([...groups.keys()]).toEqual([0]);
    expect(compared).toHaveLength(99);
  });
});
