import { z } from 'zod';

/** Where the files of a source lie, told to who is alone with the server, administers it or registered the source. */
export const SourceFolder = z.object({
  source: z.string().describe('Name of the source; the documents in it have it as the first part of their keys.'),
  location: z.string().describe('Folder of the machine that the server reads; the paths of its documents lie below it.'),
});
export type SourceFolder = z.infer<typeof SourceFolder>;

/** The same beside hits of several collections. */
export const HitFolder = SourceFolder.extend({ collection: z.string() });
export type HitFolder = z.infer<typeof HitFolder>;
