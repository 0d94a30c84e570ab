import { defineRequest } from '@tributary/contracts';
import { z } from 'zod';

/** A question of a query’s size and an answer of ten hits’ size. */
export const echoQueue = defineRequest({
  name: 'bench-echo',
  data: z.object({ n: z.number(), text: z.string() }),
  result: z.object({ n: z.number(), text: z.string() }),
});

export const QUESTION = 'how is the version fence of a document kept when two workers write? '.repeat(3);
export const ANSWER = 'a passage of some hundred characters, as one hit of a search brings it back. '.repeat(50);

/** Name of the bare BullMQ queue that does the same. */
export const BARE_QUEUE = 'bench-bare-echo';
