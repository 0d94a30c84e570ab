import 'reflect-metadata';
import { localOwner } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { TOKEN, startApi } from '../http/http-api.fixture.js';
import { MetricsController } from './metrics.controller.js';
import { metricsText } from './metrics-text.js';

it('tells whoever may ask for the status the same in the format of Prometheus', async () => {
  const api = await startApi({ allowGuest: false });
  const refused = await fetch(`${api.url}/metrics`);
  const response = await fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  await api.close();
  expect(refused.status).toBe(401);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)+\})? \d+(?:\.\d+)?(?:e[+-]?\d+)?)$/);
  expect(text).toMatch(/^tributary_info\{version="[^"]+",mode="\w+"\} 1$/m);
});

it('tells what the process counts where the status cannot be told, and nothing to whoever may not ask for it', async () => {
  const figures = { text: () => Promise.resolve('tributary_errors_total 1\n') };
  const asked = (error: Error) => {
    const operations = new MemoryOperations();
    operations.status = () => Promise.reject(error);
    return new MetricsController(operations, figures).read({ principal: localOwner, signal: new AbortController().signal });
  };
  expect(await asked(new TypeError('a defect'))).toBe('tributary_errors_total 1\n');
  await expect(asked(permanent('ACCESS.DENIED', 'no', { category: 'denied' }))).rejects.toMatchObject({ code: 'ACCESS.DENIED' });
});

it('says jobs by state, and what is down, and keeps odd names apart from the format', () => {
  const text = metricsText({
    version: '1',
    mode: 'services',
    durable: 'fsync',
    durable_writes: 'fsync',
    unavailable: [{ part: 'queues', reason: 'Redis does not answer.' }],
    queues: [{ queue: 'embed-chunks', waiting: 3, delayed: 1, active: 2, dead: 4, oldest_ms: 1500 }],
    sources: [],
    collections: [],
    engines: [{ name: 'a"b\\c\nd', kind: 'qdrant', status: 'down' }],
    embedders: [],
    rerankers: [],
  });
  expect(text).toContain('tributary_jobs{queue="embed-chunks",state="waiting"} 3\n');
  expect(text).toContain('tributary_jobs{queue="embed-chunks",state="dead"} 4\n');
  expect(text).toContain('tributary_oldest_job_seconds{queue="embed-chunks"} 1.5\n');
  expect(text).toContain('tributary_up{part="engine",name="a\\"b\\\\c\\nd",kind="qdrant"} 0\n');
  expect(text).toContain('tributary_up{part="queues",name="redis",kind="redis"} 0\n');
});

it('says no number of documents of a collection that is not counted yet', () => {
  const card = { engine: 'main', description: '', description_generated: false, model: { name: 'static', dimension: 8 } };
  const row = { ...card, chunks: 0, status: 'ready', created_at: '' } as const;
  const text = metricsText({
    version: '1',
    mode: 'standalone',
    durable: 'fsync',
    durable_writes: 'fsync',
    queues: [],
    sources: [],
    collections: [
      { ...row, name: 'new', documents: 0 },
      { ...row, name: 'large', documents: 0, counted: 'not_yet' },
      { ...row, name: 'growing', documents: 7, counted: 'earlier' },
    ],
    engines: [],
    embedders: [],
    rerankers: [],
  });
  const told = text.split('\n').filter((line) => line.startsWith('tributary_collection_documents{'));
  expect(told).toEqual([
    'tributary_collection_documents{collection="new",engine="main"} 0',
    'tributary_collection_documents{collection="growing",engine="main"} 7',
  ]);
});
