import { fileURLToPath } from 'node:url';

/** Folder of the model that is part of this package. */
export const SHIPPED_MODEL = fileURLToPath(new URL('../../model/', import.meta.url));
