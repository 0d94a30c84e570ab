import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { depConstraints } from './boundaries.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PLANTED = 'planted-forbidden-import.ts';

/** Imports against the arrows of docs/architecture.md, one for each direction that matters. */
const FORBIDDEN = [
  { into: 'libs/kernel', of: '@tributary/contracts' },
  { into: 'libs/contracts', of: '@tributary/engines-embedded' },
  { into: 'libs/chunking', of: '@tributary/testing' },
];

function removePlanted(): void {
  for (const { into } of FORBIDDEN) rmSync(join(ROOT, into, 'src', PLANTED), { force: true });
}

/** Lints the planted files, by a graph of the projects made with them. */
function lintPlanted(): { code: number | null; output: string } {
  // The graph with the planted imports must not be what the next lint goes by.
  const graph = mkdtempSync(join(tmpdir(), 'tributary-graph-'));
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NX_WORKSPACE_DATA_DIRECTORY: graph };
  const run = (program: string, args: readonly string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'node_modules/.bin', program), ...args], { cwd: ROOT, encoding: 'utf8', env });
  try {
    expect(run('nx', ['show', 'projects']).status).toBe(0);
    const { status, stdout, stderr } = run(
      'eslint',
      FORBIDDEN.map(({ into }) => join(into, 'src', PLANTED)),
    );
    return { code: status, output: stdout + stderr };
  } finally {
    rmSync(graph, { recursive: true });
  }
}

afterEach(removePlanted);

describe('the boundaries between projects', () => {
  it('refuse a forbidden import in a real library', { timeout: 180_000 }, () => {
    for (const { into, of } of FORBIDDEN) writeFileSync(join(ROOT, into, 'src', PLANTED), `import '${of}';\n`);
    const { code, output } = lintPlanted();
    expect(code).not.toBe(0);
    const messages = FORBIDDEN.map(({ into }) => messagesFor(output, join(into, 'src', PLANTED)));
    for (const message of messages) expect(message).toContain('@nx/enforce-module-boundaries');
    expect(messages[2]).toContain('tagged with "type:pure"');
  });

  it('let no type of project import every other', () => {
    const constraints = depConstraints({ isTest: false }).filter(({ sourceTag }) => sourceTag.startsWith('type:'));
    const types = constraints.map(({ sourceTag }) => sourceTag);
    for (const constraint of constraints) {
      const allowed = 'onlyDependOnLibsWithTags' in constraint ? constraint.onlyDependOnLibsWithTags : types;
      expect(allowed).not.toContain('*');
      expect(types.filter((type) => !allowed.includes(type))).not.toEqual([]);
    }
  });
});

/** What ESLint printed below a file's name. */
function messagesFor(output: string, file: string): string {
  const start = output.indexOf(`${file}\n`);
  return start < 0 ? '' : (output.slice(start).split(/\n(?=\/|✖)/)[0] ?? '');
}
