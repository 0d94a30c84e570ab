import { z } from 'zod';
import { setting } from '../setting.js';

const Weight = z.number().min(0).max(1);

const address = () =>
  z
    .url({ protocol: /^https?$/, error: 'not an http or https address' })
    .refine((given) => !/^https?:\/\/[^/]*@/i.test(given), 'holds a password; users store their own');

const TokenExchangeSettings = z.strictObject({
  url: setting(address(), { description: 'Token endpoint of the issuer.', example: 'https://login.example.org/token' }),
  clientId: setting(z.string().min(1), { description: 'This server’s name at the issuer.', example: 'tributary' }),
  clientSecret: setting(z.string().min(1), { description: 'Its secret there.', example: 'the secret of the client', secret: true }),
  audience: setting(z.string().min(1), { description: 'Nextcloud, as the issuer names it.', example: 'nextcloud' }),
  scope: setting(z.string().min(1).optional(), { description: 'Scope of the tokens asked for.', defaultText: 'the issuer’s own' }),
});

const NextcloudSourceSettings = z.strictObject({
  url: setting(address(), { description: 'Address of the Nextcloud.', example: 'https://cloud.example.org' }),
  collections: setting(z.array(z.string().min(1)).min(1).default(['*']), {
    description: 'Names or patterns of the collections whose documents come from there. What it does not confirm is left out.',
    example: '["nextcloud"]',
  }),
  timeoutMs: setting(z.number().int().min(50).max(60_000).default(2_000), {
    description: 'A question about one document that is not answered after this long confirms nothing.',
    unit: 'ms',
  }),
  syncTimeoutMs: setting(z.number().int().min(1_000).max(600_000).default(30_000), {
    description: 'A request for the notes of a user that takes longer ends the sync; the next one starts anew, and nothing is deleted.',
    unit: 'ms',
  }),
  tokenExchange: setting(TokenExchangeSettings.optional(), {
    description:
      'Exchanges the token of a caller for one of Nextcloud (RFC 8693). Users without one are asked for with the app password they stored.',
    defaultText: 'none',
  }),
});

export const NextcloudDialectSettings = z
  .strictObject({
    userId: setting(z.string().min(1).max(256).optional(), {
      description:
        'The user whose documents are searched for the owner and for callers without a token on loopback. Left out: only documents of nobody in particular.',
      defaultText: 'none',
      example: 'ada',
    }),
    collections: setting(z.array(z.string().min(1)).min(1).default(['*']), {
      description: 'Names or patterns of the collections that hold the documents.',
      example: '["nextcloud"]',
    }),
    semanticWeight: setting(Weight.default(0.5), { description: 'Weight of the lane of meaning in hybrid searches that give none.' }),
    keywordWeight: setting(Weight.default(0.3), { description: 'Weight of the lane of words in hybrid searches that give none.' }),
    fuzzyWeight: setting(Weight.default(0.2), { description: 'Weight of the lane of similar words in hybrid searches that give none.' }),
    source: setting(NextcloudSourceSettings.optional(), {
      description: 'The Nextcloud that hits are verified against.',
      defaultText: 'none: hits are not verified',
    }),
  })
  .refine(({ semanticWeight, keywordWeight, fuzzyWeight }) => semanticWeight + keywordWeight + fuzzyWeight <= 1 + 1e-9, {
    path: ['semanticWeight'],
    error: 'the three weights sum to more than 1',
  })
  .refine(({ semanticWeight, keywordWeight, fuzzyWeight }) => semanticWeight + keywordWeight + fuzzyWeight > 0, {
    path: ['semanticWeight'],
    error: 'one of the three weights must be greater than 0',
  });
