import type { EmbeddingProvider } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { foreignPayload } from '@tributary/engines-port';
import type { MemoryForeignCollection } from '@tributary/engines-port/memory';
import { describe, expect, it } from 'vitest';
import { AdoptionBed, memoryCollection, toolCalled } from '../testbed/adoption-bed.fixture.js';
import { OTHER_TOOLS, PASSAGES } from '../testbed/other-tools.fixture.js';

const model = new StaticEmbeddingProvider();

/** A collection changed after a tool wrote it. */
async function changed(
  tool: string,
  change: Partial<MemoryForeignCollection> | ((before: MemoryForeignCollection) => Partial<MemoryForeignCollection>),
) {
  const before = await memoryCollection('docs', toolCalled(tool), model);
  return { ...before, ...(typeof change === 'function' ? change(before) : change) };
}

describe('a look at a collection of another tool', () => {
  it.each(OTHER_TOOLS.map((tool) => [tool.tool, tool] as const))('finds where %s keeps what', async (_, tool) => {
    await using bed = new AdoptionBed([await memoryCollection('docs', tool, model)]);
    const { card, findings, collection } = await bed.inspect.run(bed.other, 'docs');
    expect(card).toMatchObject({
      fields: tool.fields,
      payload_layout: tool.layout,
      vectors: { dense: tool.vector },
      model: { name: 'static', dimension: 256 },
    });
    expect(findings.find(({ name }) => name === 'text')).toMatchObject({ certainty: 'certain' });
    const page = await bed.foreign.scroll({ collection: 'docs', limit: 100 });
    const texts = page.points.map((point) => card.fields && foreignPayload(point, collection.name, card.fields).content);
    expect(texts.toSorted()).toEqual(PASSAGES.map(({ text }) => text).toSorted());
  });

  it('takes over the description and date its maker wrote, and makes one of the titles where there is none', async () => {
    const notes = await memoryCollection('notes', toolCalled('the notes pipeline'), model);
    const chain = await memoryCollection('chain', toolCalled('LangChain on Qdrant'), model);
    await using bed = new AdoptionBed([notes, chain]);
    const kept = await bed.inspect.run(bed.other, 'notes');
    expect(kept.card).toMatchObject({
      description: 'Notes about the house',
      description_generated: false,
      created_at: '2026-03-01T10:00:00.000Z',
    });
    const { card } = await bed.inspect.run(bed.other, 'chain');
    expect(card.description_generated).toBe(true);
    expect(card.description).toMatch(/^10 passages, such as: /);
    expect(PASSAGES.some(({ title }) => card.description.includes(title))).toBe(true);
  });

  it('is a guess where nothing tells: the longest text', async () => {
    const collection = await changed('a plain script', ({ points }) => ({
      points: points.map((point) => ({ ...point, payload: { k: 'x', prose: point.payload['body'] } })),
    }));
    await using bed = new AdoptionBed([collection]);
    const { findings, card } = await bed.inspect.run(bed.other, 'docs');
    expect(card.fields?.text).toBe('prose');
    expect(findings).toContainEqual({
      what: 'field',
      name: 'text',
      value: 'prose',
      certainty: 'guess',
      reason: 'the longest text there is',
    });
  });

  it('believes what the caller says, and says how much of it is there', async () => {
    await using bed = new AdoptionBed([await changed('a plain script', {})]);
    const known = { fields: { text: 'name', user_id: 'owner' }, description: 'House' };
    const { card, findings } = await bed.inspect.run(bed.other, 'docs', { known });
    expect(card).toMatchObject({ description: 'House', description_generated: false, fields: { text: 'name', user_id: 'owner' } });
    expect(findings).toContainEqual(expect.objectContaining({ name: 'user_id', reason: 'as you said; 0 % of the points have it' }));
  });

  it('points out fields that look like owners and binds none of them', async () => {
    const collection = await changed('a plain script', ({ points }) => ({
      points: points.map((point) => ({ ...point, payload: { ...point.payload, user_id: 'anna' } })),
    }));
    await using bed = new AdoptionBed([collection]);
    const { card, notes } = await bed.inspect.run(bed.other, 'docs');
    expect(card.fields?.user_id).toBeUndefined();
    expect(notes.join()).toContain('user_id');
  });

  it.each([
    {
      lacking: 'no text',
      change: { points: [{ id: '1', payload: { n: 1 }, vectors: new Map([['', new Float32Array(256).fill(1)]]) }] },
      code: 'COLLECTION.NO_TEXT',
      sentence: /docs on other.*--text FIELD/,
    },
    {
      lacking: 'no dense vector',
      change: { vectors: [{ name: 'bm25', kind: 'sparse' as const }] },
      code: 'COLLECTION.NO_VECTOR',
      sentence: /docs on other has no dense vector that can be searched.*bm25 \(sparse.*by "tributary import"/,
    },
    {
      lacking: 'only vectors by the Manhattan distance',
      change: { vectors: [{ name: '', kind: 'dense' as const, dimension: 256, distance: 'manhattan' as const }] },
      code: 'COLLECTION.NO_VECTOR',
      sentence: /docs on other.*manhattan/,
    },
    {
      lacking: 'no point yet',
      change: { points: [] },
      code: 'COLLECTION.NO_TEXT',
      sentence: /^The collection docs on other is empty: what it is made of is seen once it holds a point\.$/,
    },
    {
      lacking: 'no point yet that tells how long its vectors are',
      change: { points: [], vectors: [{ name: '', kind: 'dense' as const }] },
      code: 'COLLECTION.NO_VECTOR',
      sentence: /^The collection docs on other is empty: what it is made of is seen once it holds a point\.$/,
    },
  ])('is refused by name, with the remedy, where there is $lacking', async ({ change, code, sentence }) => {
    await using bed = new AdoptionBed([await changed('a plain script', change)]);
    const refused = bed.inspect.run(bed.other, 'docs');
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.toThrow(sentence);
  });

  it('is refused for a name the engine does not know', async () => {
    await using bed = new AdoptionBed();
    await expect(bed.inspect.run(bed.other, 'nothing')).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    await expect(bed.inspect.run(bed.primary, 'nothing')).rejects.toMatchObject({ code: 'ENGINE.UNSUPPORTED' });
  });
});

/** A model whose vectors are those of the static one turned round: of the same dimension, and not comparable. */
class Turned implements EmbeddingProvider {
  readonly name = 'turned';
  readonly #prefix: string;

  constructor(prefix = '') {
    this.#prefix = prefix;
  }

  async describe() {
    return { ...(await model.describe()), name: this.name, document_prefix: this.#prefix };
  }

  async embed(texts: readonly string[], { kind }: { readonly kind: 'query' | 'document' }) {
    const prefix = kind === 'document' ? this.#prefix : '';
    const vectors = await model.embed(texts.map((text) => prefix + text));
    return vectors.map((vector) => vector.toReversed());
  }

  health() {
    return model.health();
  }

  close() {
    return Promise.resolve();
  }
}

/** A model that does not answer. */
class Away extends Turned {
  override describe(): Promise<never> {
    return Promise.reject(new Error('nobody listens on port 11434'));
  }
}

describe('the model of a collection', () => {
  const findingOf = async (bed: AdoptionBed, known = {}) => {
    const { card, findings, notes } = await bed.inspect.run(bed.other, 'docs', { known });
    return { card, notes, finding: findings.find(({ what }) => what === 'model') };
  };

  it('is the one whose vectors match, of several with that dimension', async () => {
    for (const [made, other] of [
      [model, new Turned()],
      [new Turned(), model],
    ] as const) {
      const collection = await memoryCollection('docs', toolCalled('a Chroma script'), made);
      await using bed = new AdoptionBed([collection], [other, made]);
      const { card, finding } = await findingOf(bed);
      expect(card.model.name).toBe(made.name);
      expect(finding).toMatchObject({ value: made.name, certainty: 'certain' });
      expect(finding?.reason).toMatch(/^10 stored texts embedded anew \(plain\): median cosine (1\.0000|0\.999\d)$/);
    }
  });

  it('is found with its prefix of documents, without it, and with titles in front', async () => {
    const turned = new Turned('passage: ');
    const tool = toolCalled('LangChain on Qdrant');
    const asDocuments = await memoryCollection('docs', tool, turned);
    await using first = new AdoptionBed([asDocuments], [model, turned]);
    expect((await findingOf(first)).finding?.reason).toContain('with the prefix of documents');

    const plainly = await memoryCollection('docs', tool, new Turned());
    await using second = new AdoptionBed([plainly], [model, turned]);
    const plain = await findingOf(second);
    expect(plain.finding?.reason).toContain('(plain)');
    expect(plain.card.model.document_prefix).toBe('');

    const titled = await model.embed(PASSAGES.map(({ title, text }) => `${title}\n${text}`));
    const points = asDocuments.points.map((point, at) => ({ ...point, vectors: new Map([['', titled[at] ?? new Float32Array(256)]]) }));
    await using third = new AdoptionBed([{ ...asDocuments, points }], [turned, model]);
    const inFront = await findingOf(third);
    expect(inFront.finding).toMatchObject({ value: 'static' });
    expect(inFront.finding?.reason).toContain('with the title in front');
  });

  it('is likely unknown where one is near, and says how to name it all the same', async () => {
    const near = await model.embed(PASSAGES.map(({ title, text }) => `${title}, as it was told before: ${text}`));
    const collection = await memoryCollection('docs', toolCalled('a Chroma script'), model);
    const points = collection.points.map((point, at) => ({ ...point, vectors: new Map([['', near[at] ?? new Float32Array(256)]]) }));
    await using bed = new AdoptionBed([{ ...collection, points }], [model]);
    const { finding } = await findingOf(bed);
    expect(finding).toMatchObject({ value: 'unknown', certainty: 'likely' });
    expect(finding?.reason).toMatch(/a median cosine of 0\.9\d: if it made them, .+ \(--model static\)$/);
    const named = await findingOf(bed, { model: 'static' });
    expect([named.card.model.name, named.notes]).toEqual(['static', []]);
    expect(named.finding).toMatchObject({ value: 'static', certainty: 'likely' });
    expect(named.finding?.reason).toMatch(/^as you said: median cosine 0\.9\d, made from other text than the stored one$/);
  });

  it('is unknown where none matches, with the reason', async () => {
    const collection = await memoryCollection('docs', toolCalled('a Chroma script'), new Turned());
    await using bed = new AdoptionBed([collection], [model, new Away()]);
    const { card, finding, notes } = await findingOf(bed);
    expect(card.model).toMatchObject({ name: 'unknown', dimension: 256 });
    expect(finding?.reason).toMatch(/the nearest, static, gives a median cosine of -?0\.\d\d$/);
    expect(notes.join()).toContain('nobody listens on port 11434');
    const small = {
      ...collection,
      points: [],
      vectors: [{ name: '', kind: 'dense' as const, dimension: 12, distance: 'cosine' as const }],
    };
    await using empty = new AdoptionBed([
      { ...small, points: collection.points.map((point) => ({ ...point, vectors: new Map([['', new Float32Array(12).fill(0.5)]]) })) },
    ]);
    expect((await findingOf(empty)).finding?.reason).toBe('no configured model has 12 dimensions; there are static (256)');
  });

  it('tells which vector is searched, of several that every point has', async () => {
    const collection = await memoryCollection('docs', toolCalled('a Chroma script'), model);
    const titles = await model.embed(PASSAGES.map(({ title }) => title));
    const points = collection.points.map((point, at) => ({
      ...point,
      vectors: new Map([
        ['image', new Float32Array(3).fill(1)],
        ['title', titles[at] ?? new Float32Array(256)],
        ['body', point.vectors.get('') ?? new Float32Array(256)],
      ]),
    }));
    const named = { kind: 'dense' as const, distance: 'cosine' as const };
    const vectors = [
      { ...named, name: 'image', dimension: 3 },
      { ...named, name: 'title', dimension: 256 },
      { ...named, name: 'body', dimension: 256 },
    ];
    await using bed = new AdoptionBed([{ ...collection, points, vectors }]);
    for (const known of [{}, { model: 'static' }]) {
      const { card, findings } = await bed.inspect.run(bed.other, 'docs', { known });
      expect(card).toMatchObject({ vectors: { dense: 'body' }, model: { name: 'static', dimension: 256 } });
      expect(findings).toContainEqual({
        what: 'vector',
        name: '',
        value: 'body, 256 dimensions, cosine',
        certainty: 'likely',
        reason: '3 to choose from: the one that static makes of the text',
      });
    }
    const { card } = await bed.inspect.run(bed.other, 'docs', { known: { vector: 'title' } });
    expect(card).toMatchObject({ vectors: { dense: 'title' }, model: { name: 'unknown' } });
  });

  it('is the one the caller names, with a warning where its vectors look otherwise, unless it cannot be', async () => {
    const collection = await memoryCollection('docs', toolCalled('a Chroma script'), new Turned());
    await using bed = new AdoptionBed([collection]);
    const told = await findingOf(bed, { model: 'static' });
    expect(told.card.model.name).toBe('static');
    expect(told.finding?.certainty).toBe('guess');
    expect(told.notes.join()).toContain('a search by meaning may find nonsense');
    const points = collection.points.map((point) => ({ ...point, vectors: new Map([['', new Float32Array(3).fill(1)]]) }));
    await using other = new AdoptionBed([{ ...collection, points, vectors: [{ name: '', kind: 'dense', dimension: 3, distance: 'dot' }] }]);
    await expect(findingOf(other, { model: 'static' })).rejects.toMatchObject({ code: 'MODEL.MISMATCH' });
  });

  it('is not judged by vectors that say nothing: zeros and numbers that are none', async () => {
    const collection = await memoryCollection('docs', toolCalled('a Chroma script'), model);
    const points = collection.points.map((point, at) =>
      at < 4 ? { ...point, vectors: new Map([['', new Float32Array(256).fill(at % 2 === 0 ? 0 : Number.NaN)]]) } : point,
    );
    await using bed = new AdoptionBed([{ ...collection, points }]);
    const { finding } = await findingOf(bed);
    expect(finding?.value).toBe('static');
    expect(finding?.reason).toMatch(/^6 stored texts/);
  });
});
