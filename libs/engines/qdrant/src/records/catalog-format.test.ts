import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openEngine } from '../conformance/open-engine.fixture.js';
import { describeServed } from '../conformance/use-server.fixture.js';

describeServed({ name: 'the format of a catalog' }, (served) => {
  const instance = `format-${randomUUID().slice(0, 8)}`;
  const open = () => openEngine(JSON.stringify({ url: served().server.url, instance }));
  const request = (method: string, body?: object) =>
    fetch(`${served().server.url}/collections/tributary-${instance}-catalog`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const metadata = async (): Promise<unknown> => {
    const { result } = (await (await request('GET')).json()) as { result: { config: { metadata?: unknown } } }; // safe: the server's own form
    return result.config.metadata;
  };
  const use = async () => {
    await using stack = new AsyncDisposableStack();
    const engine = await open();
    stack.defer(() => engine.close());
    const [outcome] = await engine.records.put([{ kind: 'note', key: 'a', value: { n: 1 } }]);
    return { outcome, read: (await engine.records.get('note', ['a']))[0]?.value };
  };

  it('stands in its metadata, and one without it is read as the first', async () => {
    expect(await use()).toMatchObject({ outcome: { written: true }, read: { n: 1 } });
    expect(await metadata()).toEqual({ tributary: { catalog_format: 1 } });
    await request('DELETE');
    await request('PUT', { vectors: {}, shard_number: 1 });
    expect(await use()).toMatchObject({ outcome: { written: true }, read: { n: 1 } });
  });

  it('refuses one of a newer version with what to do, and leaves it as it is', async () => {
    await request('DELETE');
    await request('PUT', { vectors: {}, shard_number: 1, metadata: { tributary: { catalog_format: 2 } } });
    const engine = await open();
    for (const call of [
      () => engine.records.get('note', ['a']),
      () => engine.records.list({ kind: 'note', limit: 1 }),
      () => engine.records.put([{ kind: 'note', key: 'a', value: { n: 2 } }]),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'ENGINE.FORMAT_TOO_NEW', retryable: false });
    }
    await expect(engine.records.get('note', ['a'])).rejects.toThrow(/upgrade Tributary, restore the snapshots/);
    await engine.close();
    expect(await metadata()).toEqual({ tributary: { catalog_format: 2 } });
  });
});
