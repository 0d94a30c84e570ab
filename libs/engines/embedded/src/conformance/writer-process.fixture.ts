// A process that owns all writing: it is told over IPC what to call and answers with the result or the error.
import { permanent, toErrorRecord } from '@tributary/kernel';
import { z } from 'zod';
import type { Engine, RecordStore } from '@tributary/engines-port';
import { openEngine } from './open-threaded-engine.fixture.js';

const engine = await openEngine(process.argv[2] ?? '');
const calls: Record<string, (...args: never[]) => Promise<unknown>> = {
  createCollection: (...args: Parameters<Engine['createCollection']>) => engine.createCollection(...args),
  dropCollection: (...args: Parameters<Engine['dropCollection']>) => engine.dropCollection(...args),
  writeDocument: (...args: Parameters<Engine['writeDocument']>) => engine.writeDocument(...args),
  deleteDocuments: (...args: Parameters<Engine['deleteDocuments']>) => engine.deleteDocuments(...args),
  dropTombstones: (...args: Parameters<Engine['dropTombstones']>) => engine.dropTombstones(...args),
  put: (...args: Parameters<RecordStore['put']>) => engine.records.put(...args),
  delete: (...args: Parameters<RecordStore['delete']>) => engine.records.delete(...args),
};
const Message = z.object({ id: z.number(), call: z.string(), args: z.array(z.custom<never>()) });

process.on('message', (json) => {
  const { id, call, args } = Message.parse(json);
  const called = calls[call]?.(...args) ?? Promise.reject(permanent('TEST.UNKNOWN_CALL', call));
  called.then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: toErrorRecord(error) }),
  );
});
process.once('disconnect', () => void engine.close());
process.send?.({ id: 0 });
