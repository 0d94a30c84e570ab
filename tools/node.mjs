// node tools/node.mjs <args>: runs the pinned Node with these arguments.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, noNodeSentence } from './node/pinned-node.mjs';
import { runChild, withNodeFirst } from './node/run-child.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const node = findNode(root);
if (node) {
  process.exitCode = await runChild(node.path, process.argv.slice(2), { env: withNodeFirst(node.path) });
} else {
  console.error(noNodeSentence(root));
  process.exitCode = 1;
}
