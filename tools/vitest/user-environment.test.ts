import { expect, it } from 'vitest';
import { clearUserEnvironment } from './user-environment.js';

it('clears what a user configured and keeps what steers the tests', () => {
  const environment = {
    PATH: '/bin',
    TRIBUTARY_CONFIG: 'a.yaml',
    QDRANT_URL: 'http://127.0.0.1:1',
    TRIBUTARY_TEST_REDIS_URL: 'redis://127.0.0.1:1',
  };
  expect(clearUserEnvironment(environment)).toEqual(['TRIBUTARY_CONFIG', 'QDRANT_URL']);
  expect(environment).toEqual({ PATH: '/bin', TRIBUTARY_TEST_REDIS_URL: 'redis://127.0.0.1:1' });
});
