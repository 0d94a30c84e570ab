// node tools/node.mjs <args>: runs the pinned Node with these arguments.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, noNodeSentence } from './node/pinned-node.mjs';
import { runChild, withNodeFirst } from './node/run-child.mjs';

const node = findNode(dirname(dirname(fileURLToPath(import.meta.url))));
if (node) {
  process.exitCode = await runChild(node.path, process.argv.slice(2), { env: withNodeFirst(node.path) });
} else {
  console.error(noNodeSentence());
  process.exitCode = 1;
}
