// Opens a folder, writes one record, and says so.
import { EmbeddedEngine } from '../index.js';

const engine = EmbeddedEngine.open({ name: 'main', folder: process.argv[2] ?? '' });
await engine.records.put([{ kind: 'opened', key: process.pid.toString(), value: {} }]);
process.stdout.write(`wrote ${process.pid.toString()}\n`);
await engine.close();
