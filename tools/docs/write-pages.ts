import { writeFile } from 'node:fs/promises';
import { docsFolder, pages } from './pages.js';

for (const [name, make] of Object.entries(pages)) await writeFile(new URL(name, docsFolder), make());
