#!/usr/bin/env node
// Runs the command on a Node that is new enough: this one, else the one that came with the package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, hasPinnedNode, noNodeSentence } from '../node/pinned-node.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const main = new URL('../../dist/programs/cli.js', import.meta.url);

if (Number.parseInt(process.versions.node, 10) >= 24) {
  await import(main.href);
} else {
  // Beside this package where it was installed with others, else below it.
  const places = [root, dirname(dirname(root))].filter((place) => existsSync(join(place, 'node_modules')));
  const node = places.map((place) => findNode(place)).find(Boolean);
  if (node) {
    const child = spawn(node.path, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
    process.on('SIGINT', () => child.kill('SIGINT'));
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('exit', (code, signal) => {
      process.exitCode = code ?? (signal === null ? 1 : 130);
    });
  } else {
    console.error(noNodeSentence(places.find(hasPinnedNode) ?? root));
    process.exitCode = 1;
  }
}
