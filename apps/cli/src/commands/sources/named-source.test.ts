import { localOwner } from '@tributary/contracts';
import { MemoryOperations, temporaryFolder } from '@tributary/testing';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namedSource } from './named-source.js';

const CALL = { principal: localOwner, signal: new AbortController().signal };

it('is known by its id, a beginning that no other has, its place and its name', async () => {
  await using folder = await temporaryFolder();
  const operations = new MemoryOperations();
  for (const name of ['harbour', 'hall', 'quay']) {
    await mkdir(join(folder.path, name));
    await operations.addSource({ location: join(folder.path, name), wait_ms: 0 });
  }
  const named = (given: string) => namedSource({ operations, place: 'in /data' }, given, CALL);
  const wanted = ['source-quay', 'source-q', join(folder.path, 'quay/'), 'quay'];
  expect(await Promise.all(wanted.map(named))).toEqual(wanted.map(() => 'source-quay'));
  await expect(named('habrour')).rejects.toThrow('There is no source habrour in /data: did you mean harbour? "tributary sources" shows');
  await expect(named('')).rejects.toMatchObject({ code: 'SOURCE.NOT_FOUND' });
  await expect(named('source-ha')).rejects.toThrow('source-ha may be each of source-harbour (');
});
