import { z } from 'zod';

/** Tags of a document, as they are filtered by: without blanks around them, none of them empty, each once. */
export const Tags = z
  .array(z.string().max(256))
  .max(256)
  .overwrite((tags) => [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))]);
