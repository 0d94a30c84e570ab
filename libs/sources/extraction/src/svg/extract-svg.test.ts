import { expect, it } from 'vitest';
import { DEFAULT_BUDGETS } from '../budgets/budgets.js';
import { extractDocument } from '../formats/extract-document.js';

const outcomeOf = (content: string | Uint8Array, name = 'drawing.svg') =>
  extractDocument({ bytes: Buffer.from(content), name }, DEFAULT_BUDGETS);
const svg = (content: string) => outcomeOf(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
const PLOT = '<style>.a{}</style><polyline points="85.2,329.3 95.6,331.7"/><text>140</text><text>1,260</text><text>10 %</text>';

it('a drawing gives its title, its description and the words written in it, each once', async () => {
  const labels = '<g><text x="1">Gateway</text><text>Worker <tspan>pool</tspan></text></g><text>Gateway</text>';
  expect(await svg(`<title>Parts</title><desc>How they stand.</desc>${PLOT}${labels}`)).toMatchObject({
    extracted: true,
    format: 'svg',
    lang: 'markdown',
    title: 'Parts',
    text: '# Parts\n\nHow they stand.\n\nGateway\nWorker pool',
  });
});

it.each([
  [
    'lines that are set one below the other',
    '<text><tspan x="0" y="1">Message</tspan><tspan x="0" dy="12">queue</tspan></text>',
    'Message queue',
  ],
  ['signs that are set one by one', '<text><tspan x="0">Q</tspan><tspan x="7">ueue</tspan></text>', 'Queue'],
  ['HTML', '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml">Message<br/>queue</div></foreignObject>', 'Message queue'],
  ['alternatives', '<switch><foreignObject><div>Queue</div></foreignObject><text>Que…</text></switch>', 'Queue'],
  ['a prefix', '<svg:g xmlns:svg="http://www.w3.org/2000/svg"><svg:text>Queue</svg:text></svg:g>', 'Queue'],
  ['titles of parts', '<g><title>node1</title><text>Queue</text></g><defs><text>Never</text></defs>', 'Queue'],
])('words are read whole: %s', async (_, content, text) => {
  expect(await svg(content)).toMatchObject({ text });
});

it.each([
  ['a plot', PLOT],
  ['an icon with its name', '<title>Arrow</title><path d="M0 0L5 5"/>'],
])('%s is a picture', async (_, content) => {
  expect(await svg(content)).toMatchObject({ extracted: false, reason: 'no-text' });
});

it('what is none, or nested without end, is refused', async () => {
  expect(await outcomeOf('High water at noon.')).toMatchObject({ reason: 'damaged' });
  expect(await svg('<g>'.repeat(10_000))).toMatchObject({ reason: 'too-deep' });
});

it('is read in the encoding that it declares', async () => {
  const content = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><svg><text>Größe</text></svg>', 'latin1');
  expect(await outcomeOf(content)).toMatchObject({ text: 'Größe', notes: ['Read as windows-1252.'] });
});
