import { runService } from '@tributary/composition';
import { EmbedderModule } from './embedder.module.js';

runService({ name: 'embedder', args: process.argv.slice(2), module: (parts) => EmbedderModule.over(parts), isBackground: true });
