import '@tributary/platform/lean-heap';

// Loaded after the heap is set up: see lean-heap.
const { runService } = await import('@tributary/composition');
const { IngestWorkerModule } = await import('./ingest-worker.module.js');

runService({ name: 'ingest-worker', args: process.argv.slice(2), module: (parts) => IngestWorkerModule.over(parts) });
