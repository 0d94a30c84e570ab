import type { Principal } from '@tributary/contracts';
import type { CollectionRecord } from '@tributary/engines-port';
import { sampleCard } from '@tributary/engines-port/memory';

/** One of several users. */
export const ada: Principal = { subject: 'ada', user_id: 'ada', groups: [], scopes: [], collections: ['*'], unrestricted: false };

/** A collection in which she sees a part. */
export const notes: CollectionRecord = {
  v: 1,
  name: 'notes',
  engine: 'main',
  card: sampleCard(8),
  generation: 1,
  building: [],
  epoch: 0,
  removed: false,
};
