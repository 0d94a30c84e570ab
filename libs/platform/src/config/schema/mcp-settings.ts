import { z } from 'zod';
import { setting } from './setting.js';

export const McpSection = z.strictObject({
  maxAnswerTokens: setting(z.number().int().min(500).max(200_000).default(20_000), {
    description:
      'Most tokens (UTF-8 bytes ÷ 3.5) one answer to an assistant may cost; what does not fit is left out, and the answer says so.',
    unit: 'tokens',
  }),
  keptCalls: setting(z.number().int().min(0).max(1000).default(0), {
    description:
      'So many of the last tool calls over HTTP are kept in memory, with what they were answered, for the console’s owner to look at; they are never written anywhere. 0 keeps none.',
    unit: 'calls',
    example: '100',
  }),
});
