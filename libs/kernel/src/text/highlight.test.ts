import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.js';

const marked = (text: string, query: string) =>
  highlight(text, query)
    .filter(({ isMatch }) => isMatch)
    .map((segment) => segment.text);

describe('the words of a query in a text', () => {
  it('are found whatever their case and ending, also inside of identifiers', () => {
    expect(marked('Rotating keys: rotateKeys()', 'rotated keys')).toEqual(['Rotating', 'keys', 'rotate', 'Keys']);
  });

  it('are found in other forms where they are short, too', () => {
    expect(marked('indexing indexes, indexed: an indexer', 'index')).toEqual(['indexing', 'indexes', 'indexed', 'index']);
    expect(marked('ports, ported, porting, portable', 'port')).toEqual(['ports', 'ported', 'porting', 'port']);
  });

  it('are found whatever their accents, and marked with them', () => {
    const decomposed = 're\u0301sume\u0301';
    expect(marked(`Her résumé, the resume, a ${decomposed}!`, 'resume')).toEqual(['résumé', 'resume', decomposed]);
    expect(marked('resume résumés', 'Résumé')).toEqual(['resume', 'résumés']);
    expect(marked('über Ὀδυσσεύς', 'uber οδυσσευς')).toEqual(['über', 'Ὀδυσσεύς']);
    expect(marked('кой चाय 한글', 'चय')).toEqual([]);
  });

  it('are with their accents where they are of one letter', () => {
    const decomposed = 'e\u0301';
    expect(marked(`e, é, È, É and ${decomposed}`, 'é')).toEqual(['é', 'É', decomposed]);
    expect(marked('e, é', decomposed)).toEqual(['é']);
    expect(marked('e, é', 'e')).toEqual(['e', 'é']);
    expect(marked('e, é, è', 'e é')).toEqual(['e', 'é', 'è']);
    expect(marked('a la carte à Paris', 'à')).toEqual(['à']);
  });

  it('are marked without an ending that is none', () => {
    expect(marked('packer.pack(packed), packs, packExact', 'packed')).toEqual(['pack', 'pack', 'packed', 'packs', 'pack']);
    expect(marked('relational, relations', 'relation')).toEqual(['relation', 'relations']);
  });

  it('are acronyms in the singular and in the plural, whichever was typed', () => {
    expect(marked('a PDF, two PDFs, pdfjs', 'scanned PDFs')).toEqual(['PDF', 'PDFs']);
    expect(marked('an id of many IDs, idle', 'id')).toEqual(['id', 'IDs']);
  });

  it('are two of them written as one, too', () => {
    expect(marked('Wifi, wi-fi, timezones', 'wi-fi time zone')).toEqual(['Wifi', 'wi', 'fi', 'timezones']);
    expect(marked('howset, settled', 'how set tled -set')).toEqual(['settled']);
  });

  it('are not the stop words, unless there is nothing else', () => {
    expect(marked('how is the weather', 'how is the weather')).toEqual(['weather']);
    expect(marked('who is it', 'who is it')).toEqual(['who', 'is', 'it']);
  });

  it('are not those that must not occur, and no pattern', () => {
    expect(marked('alpha beta (gamma)', 'alpha -beta (.*)')).toEqual(['alpha']);
  });

  it('cut a text into pieces that together are the text', () => {
    const text = '<script>alert("lane")</script> & lanes';
    expect(
      highlight(text, 'lane script')
        .map((segment) => segment.text)
        .join(''),
    ).toBe(text);
  });

  it('are found in scripts without spaces', () => {
    expect(marked('東京の天気は晴れ', '天気')).toEqual(['天気']);
    expect(marked('数据库的备份', '备份数据库')).toEqual(['数据库', '备份']);
    expect(marked('数据库backup', 'backup数据库')).toEqual(['数据库', 'backup']);
    expect(marked('書く人。東京、天気', '書。、天気')).toEqual(['書', '天気']);
  });

  it('are whole words in any script that has spaces, with the marks that belong to their letters', () => {
    expect(marked('ввод в дом', 'в')).toEqual(['в']);
    expect(marked('कमल किताब', 'किताब')).toEqual(['किताब']);
    expect(marked('एक कि किताब', 'कि')).toEqual(['कि']);
  });
});
