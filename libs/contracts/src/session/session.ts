import { z } from 'zod';

/** What a browser signs in with: the code of the link that the server printed when it started, or a token. */
export const SessionInput = z.union([
  z.strictObject({ code: z.string().min(1).max(200).describe('Of the link that the server printed at its start; it counts once.') }),
  z.strictObject({ token: z.string().min(1).max(16_384).describe('The owner’s from server.json, or a configured one.') }),
]);
export type SessionInput = z.infer<typeof SessionInput>;

/** Who calls, as the console shows it. */
export const SessionAnswer = z.object({
  signed_in: z.boolean().describe('True while a session of this browser counts; false for a guest, or a token.'),
  caller: z
    .object({ subject: z.string(), user_id: z.string().optional(), scopes: z.array(z.string()), is_owner: z.boolean() })
    .optional()
    .describe('Left out where the server asks everybody to sign in.'),
});
export type SessionAnswer = z.infer<typeof SessionAnswer>;
