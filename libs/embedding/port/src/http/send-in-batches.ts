import { TooMuch } from './too-much.js';

/** Even models of long context take no more; what lies behind is cut before anything is sent. */
const LONGEST_TEXT = 32_768;
/** A text is not cut below this many UTF-16 units. */
const SHORTEST_TEXT = 64;
/** UTF-16 units of one request. */
const LONGEST_REQUEST = 262_144;

export interface Batching<Item> {
  /** Texts of one request. */
  readonly batchSize: number;
  /** One item per text, a vector for instance, in order. @throws `TooMuch` for fewer or shorter texts */
  readonly send: (texts: readonly string[]) => Promise<readonly Item[]>;
}

/** Sends texts in requests of bounded size, one after the other, and fewer or shorter ones where the server asks for that. */
export async function sendInBatches<Item>(texts: readonly string[], { batchSize, send }: Batching<Item>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let from = 0; from < texts.length;) {
    const batch: string[] = [];
    for (let units = 0; batch.length < batchSize && from < texts.length; from++) {
      const text = cut(texts[from] ?? '', LONGEST_TEXT);
      units += text.length;
      if (batch.length > 0 && units > LONGEST_REQUEST) break;
      batch.push(text);
    }
    items.push(...(await sendFitting(batch, send)));
  }
  return items;
}

async function sendFitting<Item>(texts: readonly string[], send: Batching<Item>['send']): Promise<readonly Item[]> {
  try {
    return await send(texts);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    const [text = ''] = texts;
    if (texts.length > 1) {
      const middle = Math.ceil(texts.length / 2);
      return [...(await sendFitting(texts.slice(0, middle), send)), ...(await sendFitting(texts.slice(middle), send))];
    }
    if (error.what === 'texts' || text.length <= SHORTEST_TEXT) throw error.refusal;
    return sendFitting([cut(text, Math.floor(text.length / 2))], send);
  }
}

/** At most this many UTF-16 units from the beginning, no character cut in half. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? units - 1 : units);
}
