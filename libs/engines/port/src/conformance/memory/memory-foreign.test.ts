import { describeForeign } from '../describe-foreign.js';
import { MemoryForeign } from './memory-foreign.js';

describeForeign({
  name: 'MemoryForeign',
  flat: false,
  make: (name, points) =>
    Promise.resolve(
      new MemoryForeign([{ name, points, metadata: {}, vectors: [{ name: '', kind: 'dense', dimension: 3, distance: 'cosine' }] }]),
    ),
});
