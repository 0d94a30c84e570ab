import { readFileSync } from 'node:fs';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Of the product, as in its package. */
export const VERSION = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0';
