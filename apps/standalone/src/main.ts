import '@tributary/platform/lean-heap';

// Loaded after the heap is set up: see lean-heap.
const { runStandalone } = await import('@tributary/composition');

runStandalone(process.argv.slice(2));
