// Searches over real chunks in one and in sixteen collections of the embedded engine, in turn with sqlite-vec and FTS5 called directly: ours are the lanes,
// the judge and ten passages in one process, the peer its two lanes, reciprocal ranks and ten payloads; then the whole product, the built server over HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { findModelFolder, temporaryFolder } from '@tributary/testing';
import { report } from '../figure.ts';
import type { Asked } from './asker.ts';
import { build } from './build.ts';
import { askedFigures, millionFigures, rerankedFigures, servedFigures } from './figures.ts';
import { serve, serveReranked } from './http.ts';
import { askMillion } from './million.ts';
import { storeIn } from './places.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** For development: fewer chunks, and shorter rounds. */
const CHUNKS = Number(process.env['BENCH_CHUNKS'] ?? 100_000);
const PACE = process.env['BENCH_PACE'] ?? '1';
/** Also ten times as many chunks, which takes minutes and some gigabytes of disk. */
const WITH_MILLION = process.env['BENCH_MILLION'] === '1';

await using folder = await temporaryFolder();
const built = await build(ROOT, folder.path, CHUNKS);
const builtFile = join(folder.path, 'built.v8');
await writeFile(builtFile, serialize(built));
const asked = await ask(folder.path, builtFile);
await Promise.all([builtFile, join(folder.path, 'peer.db')].map((file) => rm(file)));
const size = `${built.chunks.toLocaleString('en')} chunks`;
const served = servedFigures(await serve(folder.path, built.queries), size);
const model = findModelFolder();
if (model.kind === 'none') console.error(`Reranking was not measured: ${model.reason}.`);
const reranked = model.kind === 'none' ? [] : rerankedFigures(await serveReranked(folder.path, built.queries, model.path), size);
await rm(storeIn(folder.path), { recursive: true });
const million = WITH_MILLION ? millionFigures(await askMillion(ROOT, folder.path, CHUNKS)) : [];
report([...askedFigures(asked, size), ...served, ...reranked, ...million]);

/** In a process of its own, with what is built instead of the sources. */
async function ask(data: string, file: string): Promise<Asked> {
  const script = fileURLToPath(new URL('./asker.ts', import.meta.url));
  const child = spawn(process.execPath, [script, data, file, PACE], { stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'exit');
  // Safe: what it wrote there is an `Asked`. A pipe would take only the first part of it.
  return JSON.parse(await readFile(`${file}.asked.json`, 'utf8')) as Asked;
}
