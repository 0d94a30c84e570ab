import { Card } from '@tributary/contracts';

/** A card for vectors of this many dimensions. */
export function sampleCard(dimension: number, model = 'sample'): Card {
  return Card.parse({ description: 'Made by a test.', model: { name: model, dimension }, created_at: '2026-01-01T00:00:00Z' });
}
