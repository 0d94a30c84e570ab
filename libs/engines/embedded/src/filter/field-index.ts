import { countsOf, elementsOf, isEmpty, isNull, parsePath, valuesAt, type ElementTest, type FilterPoint } from '@tributary/engines-port';
import { readSlots } from '../memory/block-cursor.js';
import { Bitmap } from '../memory/bitmap.js';
import { SlotLists } from '../memory/slot-lists.js';
import type { SlotIndexer } from './slot-indexer.js';

/** A longer text is no keyword: a field that holds one is filtered point by point. */
const LONGEST_VALUE = 256;
const MOST_VALUES = 250_000;
/** Stands for every element that is an object or a list. */
const STRUCTURE = Object.freeze({});

type Scalar = string | number | boolean;

/** Which slots have which values in one payload field: conditions on the field become unions of lists. */
export class FieldIndex implements SlotIndexer {
  indexedUpTo = 0;
  readonly needsContent: boolean;
  readonly #path: ReturnType<typeof parsePath>;
  readonly #lists = new SlotLists();
  #listCount = 0;
  readonly #elements = new Map<Scalar | typeof STRUCTURE, number>();
  /** Lists by number of values, for slots that hold other than one lone value. */
  readonly #counts = new Map<number, number>();
  readonly #empty = this.#newList();
  readonly #null = this.#newList();
  #isIndexable = true;

  constructor(key: string) {
    this.#path = parsePath(key);
    this.needsContent = key === 'content';
  }

  /** False when the field turned out to hold texts or too many values: then nothing here may be used. */
  get isIndexable(): boolean {
    return this.#isIndexable;
  }

  add(slot: number, { payload }: FilterPoint): void {
    if (!this.#isIndexable) return;
    const values = valuesAt(payload, this.#path);
    const [only] = values;
    if (values.length === 1 && isScalar(only)) this.#addElement(slot, only);
    else this.#addValues(slot, values);
    if (this.#elements.size > MOST_VALUES) this.#giveUp();
  }

  /** Slots with an element that is one of these. */
  whereListed(values: readonly Scalar[], slots: number): Bitmap {
    return this.#union(
      values.flatMap((value) => this.#elements.get(value) ?? []),
      slots,
    );
  }

  /** Slots with an element that fits. */
  whereElement(test: ElementTest, slots: number): Bitmap {
    return this.#union(
      [...this.#elements].filter(([element]) => test(element)).map(([, list]) => list),
      slots,
    );
  }

  whereCount(test: (count: number) => boolean, slots: number): Bitmap {
    const fitting = this.#union(
      [...this.#counts].filter(([count]) => test(count)).map(([, list]) => list),
      slots,
    );
    if (!test(1)) return fitting;
    const listed = this.#union([...this.#counts.values()], slots);
    return fitting.unite(Bitmap.full(slots).subtract(listed));
  }

  whereEmpty(slots: number): Bitmap {
    return this.#union([this.#empty], slots);
  }

  whereNull(slots: number): Bitmap {
    return this.#union([this.#null], slots);
  }

  #addElement(slot: number, element: Scalar | typeof STRUCTURE): void {
    if (isLong(element)) this.#giveUp();
    else this.#lists.append(this.#listIn(this.#elements, element), slot);
  }

  #addValues(slot: number, values: readonly unknown[]): void {
    if (isEmpty(values)) this.#lists.append(this.#empty, slot);
    if (isNull(values)) this.#lists.append(this.#null, slot);
    for (const count of new Set(countsOf(values))) this.#lists.append(this.#listIn(this.#counts, count), slot);
    if (values.length === 0) return;
    for (const element of new Set(elementsOf(values).map(asKey))) if (element !== undefined) this.#addElement(slot, element);
  }

  #union(lists: readonly number[], slots: number): Bitmap {
    const united = new Bitmap(slots);
    for (const list of lists) {
      for (const cursor = this.#lists.cursor(list); cursor.next();) united.addAll(readSlots, cursor.read());
    }
    return united;
  }

  #listIn<K>(lists: Map<K, number>, key: K): number {
    const known = lists.get(key);
    if (known !== undefined) return known;
    const list = this.#newList();
    lists.set(key, list);
    return list;
  }

  #newList(): number {
    return this.#listCount++;
  }

  #giveUp(): void {
    this.#isIndexable = false;
    this.#elements.clear();
    this.#counts.clear();
  }
}

/** Null has its own list. */
function asKey(element: unknown): Scalar | typeof STRUCTURE | undefined {
  if (element === null || element === undefined) return undefined;
  return isScalar(element) ? element : STRUCTURE;
}

function isScalar(element: unknown): element is Scalar {
  return typeof element === 'string' || typeof element === 'number' || typeof element === 'boolean';
}

function isLong(element: unknown): boolean {
  return typeof element === 'string' && element.length > LONGEST_VALUE;
}
