import { z } from 'zod';

/** The field of every payload by which one question is followed through the services. */
export const trace = z.string().optional().describe('W3C traceparent of the call that caused this job.');
