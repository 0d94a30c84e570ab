import '@tributary/platform/lean-heap';

// Loaded after the heap is set up: see lean-heap.
const { runService } = await import('@tributary/composition');
const { SearchFederationModule } = await import('./search-federation.module.js');

runService({ name: 'search-federation', args: process.argv.slice(2), module: (parts) => SearchFederationModule.over(parts) });
