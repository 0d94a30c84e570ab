import { z } from 'zod';
import { setting } from './setting.js';

const Network = z.string().regex(/^[0-9A-Fa-f.:]{2,45}\/\d{1,3}$/, 'not a network in CIDR notation, such as 10.1.0.0/16');

/** How pages of the web are read. */
export const WebSection = z.strictObject({
  allowAddresses: setting(z.array(Network).max(1000).default([]), {
    description:
      'Networks that pages may be read from although the public internet does not route to them, at every port. Everything private, local or reserved is closed otherwise.',
    example: '["10.1.0.0/16"]',
  }),
  ports: setting(z.array(z.number().int().min(1).max(65_535)).default([80, 443, 8080, 8443]), {
    description: 'Ports of public addresses that pages may be read from.',
  }),
  delayMs: setting(z.number().int().min(0).max(60_000).default(1000), {
    description: 'Pause between two requests to one host; longer where its robots.txt asks for it.',
    unit: 'ms',
  }),
  maxPageMb: setting(z.number().positive().max(1024).default(20), {
    description: 'Bigger answers are given up while they are read, as sent and unpacked.',
    unit: 'MB',
  }),
  timeoutMs: setting(z.number().int().min(100).max(600_000).default(30_000), {
    description: 'One page, with all its redirects, is given up after this long.',
    unit: 'ms',
  }),
  maxPages: setting(z.number().int().min(1).max(100_000).default(10_000), {
    description: 'No source reads more pages, whatever was asked for.',
    unit: 'pages',
  }),
  userAgent: setting(z.string().min(1).max(200).default('Tributary'), {
    description: 'What servers are told about who asks. In robots.txt the name is always Tributary.',
    example: 'Tributary (+https://example.org/contact)',
  }),
});
