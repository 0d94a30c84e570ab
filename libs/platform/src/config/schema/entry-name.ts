import { z } from 'zod';

/** What a configured engine or model may be called. */
export const EntryName = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'a name has lower-case letters, digits, "_" and "-"');
