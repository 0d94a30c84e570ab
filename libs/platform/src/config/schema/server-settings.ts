import { z } from 'zod';
import { setting } from './setting.js';

const Host = z.string().min(1);
const Port = z.number().int().min(0).max(65_535);

export const ServerSection = z.strictObject({
  host: setting(Host.default('127.0.0.1'), {
    description: 'Address to listen on. Any address that is not loopback needs a token.',
    example: '127.0.0.1',
  }),
  port: setting(Port.default(7411), { description: 'TCP port; 0 takes a free one.', example: '7411' }),
  token: setting(z.string().min(16).max(512).optional(), {
    description: 'Bearer token that callers must send. Left out on loopback: callers without a token may search, read and store.',
    defaultText: 'none',
    example: 'a random text of 32 characters',
    secret: true,
  }),
  allowedHosts: setting(z.array(z.string().min(1)).default([]), {
    description:
      'Host names, beside loopback and the address listened on, under which the server may be addressed. On loopback requests with another Host header are refused; beyond it, where every call carries a token, only once names are given here, and never those of /health and /metrics, which probes and Prometheus send to an address.',
    example: '["search.example.org"]',
  }),
  allowedOrigins: setting(z.array(z.url()).default([]), {
    description: 'Origins, beside the server’s own, whose pages may call it from a browser.',
    example: '["https://console.example.org"]',
  }),
});

export const HealthSection = z.strictObject({
  host: setting(Host.default('127.0.0.1'), { description: 'Address on which federation, ingest worker and embedder answer /health.' }),
  port: setting(Port.default(0), { description: 'TCP port of /health in those three; 0 takes a free one.' }),
});
