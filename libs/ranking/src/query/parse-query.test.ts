import { describe, expect, it } from 'vitest';
import { MAX_QUERY_TERMS, parseQuery } from './parse-query.js';

const termsOf = (query: string) => parseQuery(query).terms.map(({ term }) => term);

const LONG = [{ what: 'all', since: 'long' }];

describe('parseQuery', () => {
  it('reads quoted words that must occur and words that must not', () => {
    const query = parseQuery('find "exact words" -draft -"old version" now');
    expect(query).toMatchObject({ text: 'find exact words now', phrases: ['exact words'], excluded: ['draft', 'old version'] });
    expect(query.words).toEqual(['find', 'exact', 'words', 'now']);
  });

  it('knows the quotation marks of other languages', () => {
    for (const quoted of ['„exact words“', '“exact words”', '«exact words»', '« exact words »', '»exact words«']) {
      expect(parseQuery(`find ${quoted} now`)).toMatchObject({ phrases: ['exact words'], words: ['find', 'exact', 'words', 'now'] });
      expect(parseQuery(`find -${quoted}`)).toMatchObject({ phrases: [], excluded: ['exact words'] });
    }
  });

  it('knows what is quoted within a line without spaces, and the marks of Chinese and Japanese', () => {
    for (const quoted of ['“精确短语”', '"精确短语"', '「精确短语」', '『精确短语』', '，“精确短语”', '：「精确短语」', '（“精确短语”）']) {
      expect(parseQuery(`搜索${quoted}`)).toMatchObject({ phrases: ['精确短语'], readAsText: [], mayCite: false });
    }
    expect(parseQuery('ค้นหา"คำที่ตรงกัน"').phrases).toEqual(['คำที่ตรงกัน']);
    expect(parseQuery('备份 -「旧版本」')).toMatchObject({ phrases: [], excluded: ['旧版本'] });
    expect(parseQuery('「他说“你好”」').phrases).toEqual(['他说“你好”']);
    expect(parseQuery('C「x」 foo"bar baz" 「open').phrases).toEqual([]);
  });

  it('makes no pairs of what is quoted and what stands beside it', () => {
    const { text, terms } = parseQuery('搜索“精确”备份');
    expect(text).toBe('搜索 精确 备份');
    expect(terms.map(({ term }) => term)).toEqual(['搜索', '精确', '备份']);
    expect(parseQuery('("exact words")').text).toBe('(exact words)');
  });

  it('takes two characters of a script without spaces for a word where it asks whether a text cites', () => {
    expect(parseQuery('「精度」とは何のことですか').mayCite).toBe(true);
    expect(parseQuery('搜索“精确短语”').mayCite).toBe(false);
    const long = parseQuery(`${'昨日の会議で話した内容について詳しく'.repeat(3)}「精度」`);
    expect(long).toMatchObject({ phrases: [], readAsText: LONG });
    expect(long.text).not.toContain('「');
  });

  it('takes hyphens inside words, double hyphens, negative numbers and unclosed quotation marks as plain text', () => {
    expect(parseQuery('read-only --amend -5 "open')).toMatchObject({ phrases: [], excluded: [], text: 'read-only --amend -5 "open' });
  });

  it('takes no operator for one within another: what is quoted or in backticks is as it is written', () => {
    expect(parseQuery('"tar -xzf" now')).toMatchObject({ phrases: ['tar -xzf'], excluded: [], text: 'tar -xzf now' });
    expect(parseQuery('"-Wall" compiler -gcc')).toMatchObject({ phrases: ['-Wall'], excluded: ['gcc'], text: '-Wall compiler' });
    expect(parseQuery('what does "git clean -fdx" do to files')).toMatchObject({ phrases: ['git clean -fdx'], excluded: [] });
    expect(parseQuery('run `git clean -fdx "a b"` -now')).toMatchObject({
      phrases: [],
      excluded: ['now'],
      text: 'run `git clean -fdx "a b"`',
    });
  });

  it('reads what is quoted behind an excluded word without a space', () => {
    expect(parseQuery('検索 -下書き「全文検索」')).toMatchObject({ phrases: ['全文検索'], excluded: ['下書き'] });
    expect(parseQuery('plan -draft,"a b"')).toMatchObject({ phrases: ['a b'], excluded: ['draft,'] });
  });

  it('takes the options of a command as plain text: a letter, and whatever stands beside a long one', () => {
    const text = 'kubectl get pods -n kube-system';
    expect(parseQuery(text)).toMatchObject({ excluded: [], text });
    expect(parseQuery('-d, --debug of the command')).toMatchObject({ excluded: [], text: '-d, --debug of the command' });
    expect(parseQuery('docker run -it --rm')).toMatchObject({ excluded: [], text: 'docker run -it --rm' });
    expect(parseQuery('generics -C# -q, -ai')).toMatchObject({ excluded: ['C#', 'ai'] });
    expect(parseQuery('植物 -草')).toMatchObject({ excluded: ['草'] });
  });

  it('takes quotation marks and hyphens of a long text as plain text, and says so', () => {
    const words = 'what does type compatibility mean in languages that allow programmers to define types of their own and restrict them to';
    const long = parseQuery(`${words} "extensible languages" -dash`);
    expect(long).toMatchObject({ phrases: [], excluded: [], readAsText: LONG });
    expect(long.words).toEqual(expect.arrayContaining(['extensible', 'languages', 'dash']));
    expect(parseQuery('type compatibility in "extensible languages" -ada')).toMatchObject({
      phrases: ['extensible languages'],
      excluded: ['ada'],
      readAsText: [],
    });
    expect(parseQuery(words).readAsText).toEqual([]);
  });

  it('takes what is quoted in a sentence for a possible citation', () => {
    expect(parseQuery('systems of the kind "what you see is what you get"').mayCite).toBe(true);
    expect(parseQuery('restart the "kuberntes"').mayCite).toBe(false);
    expect(parseQuery('nothing quoted in this whole sentence').mayCite).toBe(false);
  });

  it('lets words that only ask count a fifth, and in full where collections are placed', () => {
    const weights = Object.fromEntries(
      parseQuery('How do I rotate the keys').terms.map(({ word, weight, placingWeight }) => [word, [weight, placingWeight]]),
    );
    expect(weights).toEqual({ how: [0.2, 1], do: [0.2, 1], i: [0.2, 1], rotate: [1, 1], keys: [1, 1] });
    expect(termsOf('what can you do')).toEqual(['what', 'can', 'you', 'do']);
  });

  it('takes acronyms in the plural for what they are, not for identifiers of two parts', () => {
    expect(parseQuery('does it read scanned PDFs')).toMatchObject({ text: 'does it read scanned PDF' });
    expect(termsOf('scanned PDFs')).toEqual(termsOf('scanned PDF'));
    expect(termsOf('URLs, IDs and "PDFs"')).toEqual(['url', 'id', 'pdf']);
    expect(parseQuery('"PDFs"').phrases).toEqual(['PDFs']);
    expect(parseQuery('getURLs OSes LS').text).toBe('getURLs OSes LS');
  });

  it('tells words from the pairs of characters that stand for words of other scripts', () => {
    const kinds = parseQuery('getUser 部署服务').terms.map(({ term, isWord }) => [term, isWord]);
    expect(kinds).toEqual([
      ...['getus', 'get', 'user'].map((word) => [word, true]),
      ...['部署', '署服', '服务'].map((pair) => [pair, false]),
    ]);
  });

  it('repairs no abbreviation: a word in capitals among others that are not', () => {
    expect(parseQuery("parallel complexity of PRAM's and circutis").repairable).not.toContain('pram');
    expect(parseQuery("parallel complexity of PRAM's and circutis").repairable).toContain('circutis');
    expect(parseQuery('KUBERNTES CLUSTER').repairable).toContain('kuberntes');
  });

  it('skips stop words only where there are other words', () => {
    expect(termsOf('the state of the art')).toEqual(['state', 'art']);
    expect(termsOf('to be or not to be')).toEqual(['to', 'be', 'or', 'not']);
  });

  it('counts how often a term is said', () => {
    expect(parseQuery('cat cats dog').terms.map(({ term, weight }) => [term, weight])).toEqual([
      ['cat', 2],
      ['dog', 1],
    ]);
  });

  it('lets plain words of three letters be repaired, but no identifiers, quoted words or numbers', () => {
    expect(parseQuery('Kuberntes cluster getUsre "excat" sha256 2026 fnd ox').repairable).toEqual(['kuberntes', 'cluster', 'fnd']);
  });

  it('looks for the words of a query that only excludes', () => {
    expect(parseQuery('-draft')).toMatchObject({ text: '-draft', excluded: [], words: ['draft'], tookExclusionsAsText: true });
    expect(parseQuery('plan -draft').tookExclusionsAsText).toBe(false);
    expect(parseQuery('-"old draft"')).toMatchObject({ excluded: [], words: ['old', 'draft'] });
  });

  it('bounds the distinct terms of ten thousand words and counts what it left out', () => {
    const query = parseQuery(Array.from({ length: 10_000 }, (_, n) => `w${n.toString(36)}x`).join(' '));
    expect(query.terms).toHaveLength(MAX_QUERY_TERMS);
    expect(query.droppedTerms).toBeGreaterThan(9_000);
  });

  it.each(['x', '🎉', '你好', 'قاعدة البيانات', '""', '-', '-"', '"', '&& || ! ( ) * ?', '\ud800', '\u0000', '"" -""', '  ', '-()', '“„”'])(
    'survives %j',
    (text) => {
      const query = parseQuery(text);
      expect(query.text.length).toBeLessThanOrEqual(text.length);
      expect(query.terms.every(({ id }) => Number.isInteger(id) && id >= 0)).toBe(true);
    },
  );
});
