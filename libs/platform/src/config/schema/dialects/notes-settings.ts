import { z } from 'zod';
import { setting } from '../setting.js';

/** The dialect `notes`. */
export const NotesDialectSettings = z.strictObject({
  maxResults: setting(z.number().int().min(1).max(100).default(3), {
    description: 'notes: results of one search at most.',
    unit: 'results',
  }),
  chromadbPath: setting(z.string().min(1).optional(), {
    description: 'notes: the Chroma folder that errors of the engine name; set by a `config.json` of the notes server.',
    defaultText: 'none',
    example: '/home/me/notes/chromadb_data',
  }),
});
