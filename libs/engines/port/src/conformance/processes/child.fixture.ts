// A process the suite can kill: it opens the engine under test on the same data and plays one role until it dies.
import { SeededRandom, say } from '@tributary/testing';
import type { Engine } from '../../index.js';
import { replacedDocument } from '../samples/replaced-document.js';
import { ChildSettings } from './child-settings.js';
import { addOne } from './counter-in-file.js';
import { scrambledDocument, SCRAMBLED } from './scrambled.js';

const { module, settings, collection, role, seed, times, from } = ChildSettings.parse(JSON.parse(process.argv[2] ?? ''));
const adapter = (await import(module)) as { openEngine(settings: string): Promise<Engine> }; // safe: the harness names a module of this shape
const engine = await adapter.openEngine(settings);

async function replace(): Promise<never> {
  for (let version = from + 1; ; version++) {
    say(`writing ${version.toString()}`);
    await engine.writeDocument(replacedDocument(collection, version));
    say(`wrote ${version.toString()}`);
  }
}

async function scramble(random: SeededRandom): Promise<never> {
  for (let version = from + 1; ; version++) {
    const n = random.below(SCRAMBLED);
    const document = scrambledDocument(collection, n, version);
    const isDelete = random.next() < 0.2;
    const step = `${n.toString()} ${version.toString()} ${isDelete ? 'delete' : 'write'}`;
    say(`doing ${step}`);
    if (isDelete) await engine.deleteDocuments({ collection, documents: [document] });
    else await engine.writeDocument(document);
    say(`did ${step}`);
  }
}

say('ready');
if (role === 'replace') await replace();
if (role === 'scramble') {
  // Several at once, so that a kill meets transactions of more than one document. Versions of one document never meet: each has its own lane.
  await Promise.all(Array.from({ length: 6 }, (_, i) => scramble(new SeededRandom(seed + i))));
}
if (role === 'count') {
  for (let i = 0; i < times; i++) await addOne(engine, collection);
  say('done');
  await engine.close();
}
