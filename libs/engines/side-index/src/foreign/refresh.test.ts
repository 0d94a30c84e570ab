import { describe, expect, it } from 'vitest';
import { foreignPoint, foreignWorld } from './foreign-world.fixture.js';

const passages = (count: number) => Array.from({ length: count }, (_, n) => foreignPoint(1000 + n, `harbour number${n.toString()}`));

/** 300 passages, whose words were read: that took two seconds. */
async function indexed() {
  const world = foreignWorld(passages(300));
  await world.builder().build(world.record);
  world.pagesRead();
  const refresh = () => world.builder().refresh(world.record);
  return { ...world, refresh };
}

describe('an adopted collection', () => {
  it('is read without vectors, and of the payload only what is indexed', async () => {
    const { builder, record, pagesRead } = await indexed();
    await builder().check(record);
    const pages = pagesRead();
    expect(pages).toHaveLength(4);
    for (const { vectors, places } of pages)
      expect({ vectors, places }).toEqual({ vectors: false, places: ['page_content', 'metadata.title'] });
  });

  it('that shows no change has one page read, and none right after it was read through', async () => {
    const { refresh, pagesRead, wait } = await indexed();
    expect(await refresh()).toMatchObject({ state: 'complete', changed: 0 });
    expect(pagesRead()).toEqual([]);
    wait(10_000);
    expect(await refresh()).toMatchObject({ state: 'complete', changed: 0 });
    expect(pagesRead()).toHaveLength(1);
  });

  it('that shows a change is read through', async () => {
    const { refresh, become, wait } = await indexed();
    become([...passages(300), foreignPoint(5000, 'lighthouse')]);
    wait(10_000);
    expect(await refresh()).toMatchObject({ changed: 1 });
    become([foreignPoint(1000, 'lighthouse keeper'), ...passages(300).slice(1), foreignPoint(5000, 'lighthouse')]);
    wait(10_000);
    expect(await refresh()).toMatchObject({ changed: 1 });
  });

  it('is read through after a hundred times as long as that takes, since a change need not show', async () => {
    const { refresh, become, wait } = await indexed();
    become([...passages(299), foreignPoint(1299, 'lighthouse')]);
    wait(150_000);
    expect(await refresh()).toMatchObject({ changed: 0 });
    wait(50_000);
    expect(await refresh()).toMatchObject({ changed: 1 });
  });

  it('is read through at least once a day, however long that takes', async () => {
    const { builder, record, refresh, pagesRead, wait } = await indexed();
    await builder().check(record, {
      progress: () => {
        wait(5_000_000);
      },
    });
    pagesRead();
    wait(80_000_000);
    await refresh();
    expect(pagesRead()).toHaveLength(1);
    wait(10_000_000);
    await refresh();
    expect(pagesRead().length).toBeGreaterThan(1);
  });

  it('is read through where the clock was set back since the last reading', async () => {
    const { refresh, become, pagesRead, wait } = await indexed();
    become([...passages(299), foreignPoint(1299, 'lighthouse')]);
    wait(-3_600_000);
    expect(await refresh()).toMatchObject({ changed: 1 });
    expect(pagesRead()).toHaveLength(4);
  });

  it('is read through again after a reading that was interrupted', async () => {
    const { builder, record, refresh, pagesRead, become, wait } = await indexed();
    const stop = new AbortController();
    const progress = () => {
      stop.abort();
    };
    await expect(builder().check(record, { signal: stop.signal, progress })).rejects.toMatchObject({ name: 'AbortError' });
    become([foreignPoint(1000, 'lighthouse'), ...passages(300).slice(1)]);
    expect(await refresh()).toMatchObject({ state: 'complete', changed: 0 });
    pagesRead();
    wait(10_000);
    expect(await refresh()).toMatchObject({ changed: 1 });
  });

  it('is read through where its words are not complete yet', async () => {
    const { refresh, builder, record, pagesRead } = await indexed();
    await builder().remove(record);
    expect(await refresh()).toMatchObject({ state: 'complete', changed: 300 });
    expect(pagesRead()).toHaveLength(4);
  });
});
