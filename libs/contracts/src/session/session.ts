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
  sign_in: z
    .object({ issuer: z.string().describe('Of tokens, as its metadata names it.'), url: z.url({ protocol: /^https?$/ }) })
    .optional()
    .describe('Where a browser goes to sign in at the issuer; left out where it cannot.'),
  needs_token: z
    .literal(true)
    .optional()
    .describe(
      'What calls outside a browser, such as an assistant, has to send a token it was given; left out where guests are taken, or an issuer hands tokens out.',
    ),
});
export type SessionAnswer = z.infer<typeof SessionAnswer>;

export const SignOutAnswer = z.object({
  issuer_sign_out: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where one signs out at the issuer, too, which else signs the browser in again without asking.'),
});
export type SignOutAnswer = z.infer<typeof SignOutAnswer>;

/** How a browser begins to sign in at the issuer. */
export const SignInQuery = z.object({
  next: z
    .string()
    .optional()
    .describe('Screen of the console to go on at, such as `/playground?q=tides`; one of more than 2,000 characters is not kept.'),
  another: z.literal('1').optional().describe('The issuer is to ask for another account.'),
});

/** What the issuer sends a browser back with. */
export const SignInReturn = z.object({
  code: z.string().max(4000).optional().describe('What the issuer gives for tokens.'),
  state: z.string().max(500).optional().describe('As the issuer was given it: says which sign-in it is.'),
  error: z.string().max(500).optional().describe('Why the issuer signed nobody in (OAuth 2.1).'),
  iss: z.string().max(2000).optional().describe('The issuer that answers (RFC 9207).'),
});
