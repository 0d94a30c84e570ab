import { isUuid } from '@tributary/kernel/ids';
import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';

const BIGGEST = 2n ** 64n - 1n;
/** The client writes a bigint as its digits, though its types know numbers only. */
const BigId = z.custom<number>((value) => typeof value === 'bigint');

/** The server's id for one as text: a UUID, or the digits of an unsigned 64-bit number; undefined for what can be none. */
export function pointIdOf(text: string): Schemas['ExtendedPointId'] | undefined {
  if (isUuid(text)) return text.toLowerCase();
  if (!/^\d{1,20}$/.test(text)) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  return BigInt(text) > BIGGEST ? undefined : BigId.parse(BigInt(text));
}
