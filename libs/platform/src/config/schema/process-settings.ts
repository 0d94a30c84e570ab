import { z } from 'zod';
import { setting } from './setting.js';

export const DataSection = z.strictObject({
  folder: setting(z.string().min(1), {
    description:
      'Folder of the embedded store, of the local queue and of what the running server writes about itself. Left out, servers and commands of a clone use `.tributary` in it.',
    defaultText: '$XDG_DATA_HOME/tributary',
    example: '~/.local/share/tributary',
  }),
});

export const LogSection = z.strictObject({
  level: setting(z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'), {
    description: 'The least important messages that are written to standard error.',
  }),
  format: setting(z.enum(['auto', 'json', 'pretty']).default('auto'), {
    description: 'One JSON object a line, or one readable line; auto is readable on a terminal.',
  }),
});

export const TracingSection = z.strictObject({
  endpoint: setting(z.url({ protocol: /^https?$/, error: 'not an http address' }).optional(), {
    description: 'Address that takes traces over OTLP/HTTP, `/v1/traces` included. Left out: nothing is recorded.',
    defaultText: 'none',
    example: 'http://127.0.0.1:4318/v1/traces',
  }),
  headers: setting(z.record(z.string().min(1), setting(z.string(), { description: 'Value of the header.', secret: true })).default({}), {
    description: 'Headers sent with them, such as the key of a hosted collector.',
    example: '{"x-api-key": "…"}',
    secret: true,
  }),
  sampleRatio: setting(z.number().min(0).max(1).default(1), {
    description: 'Share of the calls that are recorded; one that comes with a `traceparent` is recorded as it says.',
  }),
});

export const ShutdownSection = z.strictObject({
  graceMs: setting(z.number().int().min(0).max(600_000).default(25_000), {
    description: 'After SIGTERM or SIGINT running work may go on this long before it is given back.',
    unit: 'ms',
  }),
});
