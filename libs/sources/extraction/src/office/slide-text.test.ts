import { expect, it } from 'vitest';
import { parseXml } from '../dom/dom.js';
import { slideText } from './slide-text.js';

const shape = (text: string) => `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

it('a text box with a formula has its words once: not those of its replacement for older programs', () => {
  const withFormula = `<mc:AlternateContent><mc:Choice Requires="a14">${shape('box with formula')}</mc:Choice><mc:Fallback>${shape('box as it was')}</mc:Fallback></mc:AlternateContent>`;
  expect(slideText(slide(shape('plain') + withFormula + shape('last'))).text).toBe('plain\n\nbox with formula\n\nlast');
});

it('what is raised or lowered changes no number and no word', () => {
  const run = (text: string, baseline: string) => `<a:r><a:rPr baseline="${baseline}"/><a:t>${text}</a:t></a:r>`;
  const runs = [run('10', '0'), run('23', '30000'), run(' is 10', '0'), run('2', '-25000'), run(', as noted', '0'), run('1', '30000')];
  const paragraph = `<p:sp><p:txBody><a:p>${runs.join('')}</a:p></p:txBody></p:sp>`;
  expect(slideText(slide(paragraph)).text).toBe('10^23 is 10_2, as noted[1]');
});

it('a paragraph of a whole book is read at once', { timeout: 15_000 }, () => {
  const runs = '<a:r><a:t>The tide covers 5 m</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r>'.repeat(50_000);
  const { text } = slideText(slide(`<p:sp><p:txBody><a:p>${runs}</a:p></p:txBody></p:sp>`));
  expect(text).toBe('The tide covers 5 m²'.repeat(50_000));
});

function slide(shapes: string) {
  return parseXml(`<p:sld xmlns:p="urn:p" xmlns:a="urn:a" xmlns:mc="urn:mc"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`);
}
