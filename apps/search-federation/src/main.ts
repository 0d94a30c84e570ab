import { runService } from '@tributary/composition';
import { SearchFederationModule } from './search-federation.module.js';

runService({ name: 'search-federation', args: process.argv.slice(2), module: (parts) => SearchFederationModule.over(parts) });
