import { hasCode, permanent } from '@tributary/kernel';
import { md5Uuid } from '@tributary/kernel/ids';
import type { ToolCall } from '../../tools/tool.js';
import type { PointView } from '@tributary/contracts';

/** Numbers looked at in one request. */
const BATCH = 256;

/** What a text is stored as. */
export interface TextToPlace {
  readonly collection: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A string id for a text. */
interface TextPlace {
  readonly stringId: string;
  /** True for a number that was found free: what else has taken it meanwhile, or is not seen, must not be replaced. */
  readonly isOnlyNew: boolean;
}

/** Writes a text under its string id: `metadata.id`, else `<collection>:<subdirectory>:<source_file>:chunk:<n>`, where n is `metadata.chunk_index`, else the number
 *  under which the same text stands already, else the next free one. A free number may be taken by a text that is not searchable yet or is another user's: then the next one is tried.
 *  @param write rejects with `DOCUMENT.ID_TAKEN` where a place that is only for a new text is taken @throws `REQUEST.INVALID` where the metadata names no place */
export async function placeText<T>(
  { collection, text, metadata }: TextToPlace,
  call: ToolCall,
  write: (place: TextPlace) => Promise<T>,
): Promise<T> {
  const { id, subdirectory, source_file: file, chunk_index: index } = metadata;
  if (isName(id)) return write({ stringId: id.toString(), isOnlyNew: false });
  if (!isName(subdirectory) || !isName(file)) throw noPlace();
  const prefix = `${collection}:${subdirectory.toString()}:${file.toString()}:chunk:`;
  if (index !== undefined && index !== null) return write({ stringId: `${prefix}${chunkNumber(index).toString()}`, isOnlyNew: false });
  for (let from = 0; ;) {
    const { n, isFree } = await numberFor({ collection, prefix, text, from }, call);
    try {
      return await write({ stringId: `${prefix}${n.toString()}`, isOnlyNew: isFree });
    } catch (error) {
      if (!isFree || !hasCode(error, 'DOCUMENT.ID_TAKEN')) throw error;
      from = n + 1;
    }
  }
}

function isName(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function chunkNumber(index: unknown): number {
  if (typeof index === 'number' && Number.isSafeInteger(index) && index >= 0) return index;
  throw permanent('REQUEST.INVALID', 'metadata.chunk_index must be a whole number of 0 or more');
}

function noPlace() {
  return permanent('REQUEST.INVALID', 'metadata needs "subdirectory" and "source_file", or an "id"');
}

interface Numbering {
  readonly collection: string;
  readonly prefix: string;
  readonly text: string;
  /** The least number that may be free. */
  readonly from: number;
}

/** The number under which the text stands, else the first that seems free. */
async function numberFor({ collection, prefix, text, from: least }: Numbering, call: ToolCall): Promise<{ n: number; isFree: boolean }> {
  let free: number | undefined;
  for (let from = 0; ; from += BATCH) {
    const taken = await pointsAt({ collection, prefix, from }, call);
    for (let n = from; n < from + BATCH; n++) {
      const point = taken.get(md5Uuid(`${prefix}${n.toString()}`));
      if (point === undefined) free ??= n < least ? undefined : n;
      else if (await holds(point, text, call)) return { n, isFree: false };
    }
    if (taken.size === 0 && free !== undefined) return { n: free, isFree: true };
  }
}

async function pointsAt(
  { collection, prefix, from }: Omit<Numbering, 'text'>,
  { operations, context }: ToolCall,
): Promise<ReadonlyMap<string, PointView>> {
  const ids = Array.from({ length: BATCH }, (_, n) => md5Uuid(`${prefix}${(from + n).toString()}`));
  const { points } = await operations.getPoints({ collection, ids, limit: BATCH }, context);
  return new Map(points.map((point) => [point.id, point]));
}

/** A long text is several points: all of it is compared where its beginning is the same. */
async function holds({ uri, content, total_chunks: chunks }: PointView, text: string, { operations, context }: ToolCall): Promise<boolean> {
  if (chunks === 1) return content.trim() === text.trim();
  if (!text.trim().startsWith(content.trim())) return false;
  const whole = await operations.fetch({ uri: uri.replace(/#\d+$/, ''), token_budget: 200_000 }, context);
  return whole.content.trim() === text.trim();
}
