import { Card, type CardFields, type CardModel } from '@tributary/contracts';
import type { CollectionRecord, ForeignPoint } from '@tributary/engines-port';
import { md5Uuid } from '@tributary/kernel/ids';
import type { Testbed } from './testbed.fixture.js';

/** File and text of passages of another program. */
export const TEXTS = [
  ['boiler', 'The boiler is drained every spring.'],
  ['boiler', 'Its pressure stays between one and two bar.'],
  ['roof', 'Slates were replaced after the storm in January.'],
  ['cat', 'The cat takes a worming tablet hidden in tuna.'],
] as const;

export const FIELDS: CardFields = {
  text: 'page_content',
  title: 'metadata.title',
  metadata: 'metadata',
  document: 'metadata.file',
  chunk_index: 'metadata.n',
};

interface Binding {
  readonly name?: string;
  /** File and text of each passage. */
  readonly texts?: readonly (readonly [file: string, text: string])[];
  readonly fields?: CardFields;
  readonly model?: CardModel;
  readonly extra?: (at: number) => object;
}

/** A collection of another program on `elsewhere`, and a record that binds it. */
export async function bound(
  bed: Testbed,
  { name = 'house', texts = TEXTS, fields = FIELDS, model, extra = () => ({}) }: Binding = {},
): Promise<CollectionRecord> {
  const vectors = await bed.common.embed(texts.map(([, text]) => text));
  const points = texts.map(([file, text], at): ForeignPoint => {
    const n = texts.slice(0, at).filter(([other]) => other === file).length;
    const metadata = { title: `The ${file}`, file: `${file}.md`, n, ...extra(at) };
    return {
      id: md5Uuid(at.toString()),
      payload: { page_content: text, metadata },
      vectors: new Map([['', vectors[at] ?? new Float32Array(256)]]),
    };
  });
  bed.foreign.set('langchain', {
    name: 'langchain',
    vectors: [{ name: '', kind: 'dense', dimension: 256, distance: 'cosine' }],
    metadata: {},
    points,
  });
  const card = Card.parse({
    model: model ?? (await bed.common.describe()),
    vectors: { dense: '' },
    fields,
    created_at: '2026-01-01T00:00:00Z',
  });
  return { v: 1, name, engine: 'elsewhere', card, generation: 1, building: [], epoch: 0, adopted: 'langchain', removed: false };
}

/** The same, known to the catalog. */
export async function adopt(bed: Testbed, binding: Binding = {}): Promise<CollectionRecord> {
  const record = await bound(bed, binding);
  await bed.catalog.collections.change(record.name, () => ({ set: record }));
  return record;
}
