import { z } from 'zod';

/** An answer that says no more than that it is done. */
export const Nothing = z.object({});

/** What goes with everything in it is named twice. */
export const Confirm = z.object({ confirm: z.string().describe('The name of the collection once more.') });
