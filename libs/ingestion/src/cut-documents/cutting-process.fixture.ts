// Cuts every file of a folder some times over and prints the most memory the process had, in MB.
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DocumentCutter } from './document-cutter.js';

const [folder = '', rounds = '1'] = process.argv.slice(2);
const cutter = new DocumentCutter();
const names = (await readdir(folder)).toSorted();
const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
const notes: string[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const cuts = await Promise.all(names.map((path, at) => cutter.cut({ text: texts[at] ?? '', type: 'code', path })));
  notes.push(...cuts.flatMap((cut) => cut.notes ?? []));
}
await cutter.close();
console.log(`cut ${names.length.toString()} by-lines ${notes.length.toString()}`);
console.log(`most ${Math.round(mostMemoryKb() / 1024).toString()}`);

/** Linux hands `maxRSS` down from the process that starts another one: a large parent would be measured instead. */
function mostMemoryKb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Infinity);
}
