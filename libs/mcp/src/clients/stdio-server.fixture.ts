// A real stdio server over texts in memory: `node --import …/source-hooks.mjs --conditions=@tributary/source stdio-server.fixture.ts`.
import { localOwner } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { serveStdio } from '../stdio/serve-stdio.js';
import { fillWithTexts } from './texts.fixture.js';

class TalkativeOperations extends MemoryOperations {
  override search(...call: Parameters<MemoryOperations['search']>) {
    return super.search(...call).finally(() => {
      for (const query of this.cancelled.splice(0)) console.error(`cancelled: ${query}`);
    });
  }
}

const operations = new TalkativeOperations();
await fillWithTexts(operations);
const server = serveStdio({ operations, principal: localOwner, version: '1.2.3', watchEveryMs: 30 });
// What a library may print must not reach the protocol.
console.log('a line that belongs to standard error');
await server.closed;
