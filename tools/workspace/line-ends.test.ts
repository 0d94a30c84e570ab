import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What git does to the line ends of these files in every clone, also with core.autocrlf. */
function attributes(attribute: string, ...paths: readonly string[]): readonly string[] {
  const told = execFileSync('git', ['check-attr', attribute, '--', ...paths], { cwd: ROOT, encoding: 'utf8' });
  return told.trim().split('\n');
}

it('are LF in every clone, and those of the model are left as they are', () => {
  expect(attributes('eol', 'README.md', 'docker/rootfs.sh')).toEqual(['README.md: eol: lf', 'docker/rootfs.sh: eol: lf']);
  const model = ['vocab.txt', 'vectors.bin'].map((file) => `libs/embedding/static/model/${file}`);
  expect(attributes('text', ...model)).toEqual(model.map((file) => `${file}: text: unset`));
});
