// node tools/check-gates.mjs [ROOT]: measures what CONTRIBUTING promises of the sources and fails on what is over the line.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeTree } from './gates/judge-tree.mjs';

const { measured, violations } = judgeTree(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))));
for (const line of measured) console.log(line);
for (const line of violations) console.error(line);
if (violations.length > 0) process.exitCode = 1;
