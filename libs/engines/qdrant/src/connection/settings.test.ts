import { expect, it } from 'vitest';
import { addressOf } from './settings.js';

it.each([
  ['http://host', { url: 'http://host:6333', clientPort: 6333, port: 6333, prefix: '' }],
  ['http://host:80/', { url: 'http://host', clientPort: null, port: 80, prefix: '' }],
  ['http://host:7000/a/b/', { url: 'http://host:7000', clientPort: 7000, port: 7000, prefix: '/a/b' }],
  ['https://host/vectors', { url: 'https://host', clientPort: null, port: 443, prefix: '/vectors' }],
  ['https://host:6333', { url: 'https://host:6333', clientPort: 6333, port: 6333, prefix: '' }],
  ['http://[::1]:6333', { url: 'http://[::1]:6333', host: '::1', port: 6333 }],
])('%s is asked where it says', (url, address) => {
  expect(addressOf(url)).toMatchObject(address);
});
