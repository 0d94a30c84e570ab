import { describe, it } from 'vitest';
import { describeScenarios } from './describe-scenarios.ts';
import { openLocalPlace, whyNotHere } from './places/local-place.ts';

const missing = whyNotHere('servers');
const documents = process.env['TRIBUTARY_TEST_LONG'] === '1' ? 5000 : 150;

if (missing === undefined) {
  describeScenarios('local processes', { documents, openPlace: () => openLocalPlace({ store: 'servers' }) });
} else {
  describe('a deployment in local processes', () => {
    it('is not tried here', (context) => context.skip(missing));
  });
}
