import { MemoryOperations } from '@tributary/testing';
import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../running/server.fixture.js';
import { tributary } from '../../running/tributary.fixture.js';

const REASON = 'The engine does not answer for this collection; `tributary status` shows the engines.';

class AwayOperations extends MemoryOperations {
  override async listCollections() {
    const all = await super.listCollections();
    return all.map((one) => ({ ...one, status: 'failed' as const, status_reason: REASON }));
  }
}

let server: TestServer;
afterEach(() => server.stop());

it('says of documents whose engine does not answer that they are safe and not searchable yet', async () => {
  server = await startTestServer(new AwayOperations());
  const run = ['import', '-', '--collection', 'papers', '--data', server.data];
  const input = JSON.stringify({ id: 'a', content: 'A paper.' });
  const { code, stdout, stderr } = await tributary(run, { input });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^Accepted 1 document in papers in \d+\.\d s\.\nNot searchable yet: what was accepted is safe, and is indexed when its engine answers\.\n$/,
  );
  expect(stderr).toMatch(/papers: The engine does not answer for this collection; `tributary status` shows the engines\.\n$/);
  const json = await tributary([...run, '--json'], { input });
  expect(JSON.parse(json.stdout)).toMatchObject({ documents: 1, finished: false });
});
