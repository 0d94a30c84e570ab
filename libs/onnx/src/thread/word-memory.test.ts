import { readFileSync, readdirSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import { findModelFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { WordMemory, addedTokensOf } from './word-memory.js';

const BERT = { normalizer: { type: 'BertNormalizer' }, pre_tokenizer: { type: 'BertPreTokenizer' }, model: { type: 'WordPiece' } };

/** What trips a reading by words: blanks of other kinds, accents apart from their letters, words without blanks between, tokens within words. */
const AWKWARD = [
  '',
  ' \t\n ',
  'Zoë’s café — naïve, “quoted”…',
  'no-break\u00a0space\u2003and\u000bvertical\u000ctab\u0085next',
  'soft\u00adhyphen zero\u200bwidth nul\u0000 byte',
  'e\u0301tude \u0301alone a\u0301 \u0301b',
  'ΣΊΣΥΦΟΣ, ΟΔΟΣ ΟΔΟΣ. σ',
  '漢字とかな混じり文、句読点。한국어 문장',
  'a[SEP]b [MASK] [CLS [PAD]',
  `${'x'.repeat(99)} ${'x'.repeat(101)} ${'é'.repeat(101)}`,
  'snake_case camelCase kebab-case a.b(c)[0] => `${d}` #! \\n ~^$',
  '👩‍💻 emoji \ud83d lone',
  'İstanbul ǅ ß ﬁ ½ ²',
];

it('reads texts as the tokenizer does that stands behind it, the second time, too', (context) => {
  const folder = findModelFolder();
  if (folder.kind === 'none') return context.skip(folder.reason);
  const file = read(`${folder.path}/tokenizer.json`);
  const config = read(`${folder.path}/tokenizer_config.json`);
  const tokenizer = new Tokenizer(file, config);
  const whole = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const tokens = addedTokensOf(file, config);
  expect(tokens).toContain('[SEP]');
  const memory = new WordMemory(whole, tokens ?? []);
  const here = new URL('./', import.meta.url);
  const sources = readdirSync(here).map((name) => readFileSync(new URL(name, here), 'utf8'));
  for (let round = 0; round < 2; round++)
    for (const text of [...AWKWARD, ...sources]) expect(memory.idsOf(text), text).toEqual(whole(text));
});

it('asks for a word once, and for a text with a token in it as a whole', () => {
  const asked: string[] = [];
  const read = (text: string) => {
    asked.push(text);
    return [text.length];
  };
  const memory = new WordMemory(read, ['[SEP]']);
  expect(memory.idsOf('the cat, the dog')).toEqual([3, 3, 1, 3, 3]);
  expect(memory.idsOf('the dog')).toEqual([3, 3]);
  expect(asked).toEqual(['the', 'cat', ',', 'dog']);
  expect(memory.idsOf('the [SEP] dog')).toEqual([13]);
});

it('forgets what it knows rather than growing without end', () => {
  const asked: string[] = [];
  const memory = new WordMemory((text) => {
    asked.push(text);
    return [1];
  }, []);
  for (let n = 0; n <= 20_000; n++) memory.idsOf(n.toString());
  memory.idsOf('20000');
  memory.idsOf('0');
  expect(asked.slice(-2)).toEqual(['20000', '0']);
});

it('leaves tokenizers alone that it does not know to read each word by itself', () => {
  expect(addedTokensOf(BERT, {})).toEqual([]);
  expect(addedTokensOf({ ...BERT, model: { type: 'Unigram' } }, {})).toBeUndefined();
  expect(addedTokensOf({ ...BERT, normalizer: null }, {})).toBeUndefined();
  expect(addedTokensOf({ ...BERT, pre_tokenizer: { type: 'ByteLevel' } }, {})).toBeUndefined();
  expect(addedTokensOf(BERT, { do_lowercase_and_remove_accent: true })).toBeUndefined();
  expect(addedTokensOf({ ...BERT, added_tokens: [{ content: 'Tributary', normalized: true }] }, {})).toBeUndefined();
});

function read(file: string): object {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof json === 'object' && json !== null ? json : {};
}
