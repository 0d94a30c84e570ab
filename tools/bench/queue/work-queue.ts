import { defineQueue } from '@tributary/contracts';
import { z } from 'zod';

/** Small jobs that say when they were made. */
export const workQueue = defineQueue({ name: 'bench-work', data: z.object({ n: z.number() }), result: z.object({}) });
