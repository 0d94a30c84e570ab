import type { EmbeddedEngine } from '@tributary/engines-embedded';
import type { DocumentWrite } from '@tributary/engines-port';

const IN_FLIGHT = 32;

/** Writes documents with 32 calls in flight. @returns milliseconds until the last was durable */
export async function writeAll(engine: EmbeddedEngine, documents: readonly DocumentWrite[]): Promise<number> {
  const queue = documents.values();
  const startedAt = performance.now();
  const write = async (): Promise<void> => {
    for (const document of queue) await engine.writeDocument(document);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, write));
  return performance.now() - startedAt;
}
