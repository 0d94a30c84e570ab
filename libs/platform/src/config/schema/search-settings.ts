import { z } from 'zod';
import { EntryName } from './entry-name.js';
import { setting } from './setting.js';

export const CollectionsSection = setting(
  z
    .record(
      z.string().min(1),
      z.strictObject({
        engine: setting(EntryName.optional(), { description: 'Name of the engine that holds it.', defaultText: 'the primary one' }),
        model: setting(EntryName.optional(), { description: 'Name of the model it is made with.', defaultText: 'the default model' }),
      }),
    )
    .default({}),
  {
    description: 'Where new collections of these names are put. Existing ones stay as they are.',
    example: '{"notes": {"model": "static"}}',
  },
);

export const PrioritiesSection = z.strictObject({
  strategy: setting(z.enum(['natural', 'soft', 'medium', 'hard']).default('natural'), {
    description:
      'Factor per place: natural 1 (off), soft 1.1, medium 1.25, hard 1.5. A hit of collection i of n sorts by relevance × factor^(n − i).',
  }),
  order: setting(z.array(z.string().min(1)).max(100).default([]), {
    description: 'Names of the preferred collections, the most preferred one first.',
    example: '["handbook", "wiki"]',
  }),
});

export const AutoSection = z.strictObject({
  maxCollections: setting(z.number().int().min(1).max(1000).optional(), {
    description: 'Searches of the collections "auto" that do not say max_collections ask at most so many.',
    defaultText: '8, or three in ten where that is more',
    unit: 'collections',
  }),
});
