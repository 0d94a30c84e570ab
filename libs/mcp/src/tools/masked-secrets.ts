import type { StoreAnswer } from '@tributary/contracts';
import { counted } from './quoted-text.js';

/** What is otherwise in what is kept than in what was given; empty where nothing is. */
export function maskedSecrets({ masked = {} }: Pick<StoreAnswer, 'masked'>): string {
  const counts = Object.values(masked);
  if (counts.length === 0) return '';
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `${counted(total, 'secret')} in it ${total === 1 ? 'is' : 'are'} kept masked (${Object.keys(masked).join(', ')}).`;
}
