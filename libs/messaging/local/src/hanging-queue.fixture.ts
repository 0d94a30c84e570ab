import { defineQueue } from '@tributary/contracts';
import { z } from 'zod';

export const hangingQueue = defineQueue({ name: 'hanging', data: z.object({ n: z.number() }), result: z.object({}) });
export const slowQueue = defineQueue({ name: 'slow', data: z.object({ n: z.number() }), result: z.object({}) });
