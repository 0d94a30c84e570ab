import { expect, it } from 'vitest';
import { parseXml } from '../dom/dom.js';
import { slideText } from './slide-text.js';

const shape = (text: string) => `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

it('a text box with a formula has its words once: not those of its replacement for older programs', () => {
  const withFormula = `<mc:AlternateContent><mc:Choice Requires="a14">${shape('box with formula')}</mc:Choice><mc:Fallback>${shape('box as it was')}</mc:Fallback></mc:AlternateContent>`;
  expect(slideText(slide(shape('plain') + withFormula + shape('last'))).text).toBe('plain\n\nbox with formula\n\nlast');
});

function slide(shapes: string) {
  return parseXml(`<p:sld xmlns:p="urn:p" xmlns:a="urn:a" xmlns:mc="urn:mc"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`);
}
