import { runStandalone } from '@tributary/composition';

runStandalone(process.argv.slice(2));
