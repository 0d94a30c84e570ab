import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Manifest = z.object({ version: z.string() });

/** Version of the product. */
export const VERSION = Manifest.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;

/** Version of what programs of one data folder say to each other; those of different versions do not attach. */
export const CONTRACT = 2;
