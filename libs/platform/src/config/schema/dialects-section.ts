import { z } from 'zod';

/** A key a dialect. */
export const DialectsSection = z.strictObject({});
