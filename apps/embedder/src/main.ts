import '@tributary/platform/lean-heap';

// Loaded after the heap is set up: see lean-heap.
const { runService } = await import('@tributary/composition');
const { EmbedderModule } = await import('./embedder.module.js');

runService({ name: 'embedder', args: process.argv.slice(2), module: (parts) => EmbedderModule.over(parts) });
