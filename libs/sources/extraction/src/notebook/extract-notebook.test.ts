import { expect, it } from 'vitest';
import { extractNotebook } from './extract-notebook.js';

const textOf = (outputs: readonly object[]) => {
  const cells = [{ cell_type: 'code', source: "tide['depth']", outputs }];
  return extractNotebook({ bytes: new TextEncoder().encode(JSON.stringify({ cells, metadata: {} })), name: 'tide.ipynb' }).text;
};
const printed = (text: string) => ({ output_type: 'stream', name: 'stdout', text });
const error = { output_type: 'error', ename: 'KeyError', evalue: "'depth'", traceback: ['\u001b[0;31mKeyError\u001b[0m', 'line 1'] };

it('a cell that ended in an error gives its name and what it said, not the way to it', () => {
  expect(textOf([error])).toBe("```\ntide['depth']\n```\n\n```text\nKeyError: 'depth'\n```");
  expect(textOf([{ ...error, evalue: '' }])).toContain('```text\nKeyError\n```');
});

it('the error stands behind what the cell printed, however much that was', () => {
  expect(textOf([printed('one\n'), error])).toContain("```text\none\nKeyError: 'depth'\n```");
  const text = textOf([printed('x'.repeat(5000)), { ...error, evalue: 'y'.repeat(5000) }]);
  expect(text).toContain(`${'x'.repeat(2000)}\nKeyError: yyy`);
  expect(text.length).toBeLessThan(2600);
});

it('an error that is written otherwise is left out, and the rest stays', () => {
  expect(textOf([printed('one'), { ...error, ename: 5 }])).toContain('```text\none\n```');
});

it('pictures are left out, those that a cell shows and those attached to a text', () => {
  const picture = Buffer.alloc(3_000, 'ü').toString('base64');
  const shown = { output_type: 'display_data', data: { 'image/png': picture, 'text/plain': ['<Figure size 640x480>'] } };
  const cells = [
    { cell_type: 'code', source: 'plot()', outputs: [shown] },
    { cell_type: 'markdown', source: '![tide](attachment:tide.png)', attachments: { 'tide.png': { 'image/png': picture } } },
  ];
  const bytes = new TextEncoder().encode(JSON.stringify({ cells, metadata: {} }));
  const { text } = extractNotebook({ bytes, name: 'tide.ipynb' });
  expect(text).toContain('![tide]');
  expect(text).not.toContain(picture.slice(0, 40));
});
