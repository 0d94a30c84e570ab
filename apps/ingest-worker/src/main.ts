import { runService } from '@tributary/composition';
import { IngestWorkerModule } from './ingest-worker.module.js';

runService({ name: 'ingest-worker', args: process.argv.slice(2), module: (parts) => IngestWorkerModule.over(parts), isBackground: true });
