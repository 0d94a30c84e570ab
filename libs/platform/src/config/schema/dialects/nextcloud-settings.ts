import { z } from 'zod';
import { setting } from '../setting.js';

const Weight = z.number().min(0).max(1);

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
  })
  .refine(({ semanticWeight, keywordWeight, fuzzyWeight }) => semanticWeight + keywordWeight + fuzzyWeight <= 1 + 1e-9, {
    path: ['semanticWeight'],
    error: 'the three weights sum to more than 1',
  })
  .refine(({ semanticWeight, keywordWeight, fuzzyWeight }) => semanticWeight + keywordWeight + fuzzyWeight > 0, {
    path: ['semanticWeight'],
    error: 'one of the three weights must be greater than 0',
  });
