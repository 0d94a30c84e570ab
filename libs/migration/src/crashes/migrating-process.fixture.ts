// A process that carries a move out on a folder's two stores, and stands still at a named point until it is killed.
import { join } from 'node:path';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { MigrationBed } from '../testbed/migration-bed.fixture.js';

const [folder = '', point = '', onHit = '1'] = process.argv.slice(2);
const main = EmbeddedEngine.open({ name: 'main', folder: join(folder, 'main') });
const second = EmbeddedEngine.open({ name: 'second', folder: join(folder, 'second') });
const bed = new MigrationBed(main, [second]);
let hits = 0;
process.stdout.write('ready\n');
await bed.run('notes', {
  crashAt: (at) => {
    if (at !== point || ++hits !== Number(onHit)) return;
    process.stdout.write('standing\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
await main.close();
await second.close();
process.stdout.write('done\n');
process.exit(0);
