import { DocumentInput } from '@tributary/contracts';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';

it('writes a document with a line that no single answer has room for, all of it', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder();
  // The largest budget of one answer, 200,000 tokens, is 700,000 bytes.
  const line = Array.from({ length: 180_000 }, (_, n) => `word${n.toString()}`).join(' ');
  const content = `Heading\n\n${line}\n\n    indented 🦀\n${'A line after it.\n'.repeat(60_000)}The last line.`;
  const input = JSON.stringify({ id: 'long', content });
  expect(await tributary(['import', '-', '--collection', 'notes', '--data', folder.path], { input })).toMatchObject({ code: 0 });
  const { code, stdout } = await tributary(['export', 'notes', '--data', folder.path]);
  expect(code).toBe(0);
  const written = DocumentInput.parse(JSON.parse(stdout));
  expect(written).toMatchObject({ collection: 'notes', id: 'long' });
  expect(written.content === content).toBe(true);
});
