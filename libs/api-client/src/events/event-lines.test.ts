import { describe, expect, it } from 'vitest';
import { readEvents, type ServerEvent } from './event-lines.js';

async function eventsOf(...pieces: string[]) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

describe('server-sent events', () => {
  it('are read however the stream is cut', async () => {
    expect(await eventsOf('event: jobs\nda', 'ta: {"a":', '1}\n\n: still there\n\nevent: error\ndata: x\n', '\n')).toEqual([
      { event: 'jobs', data: '{"a":1}' },
      { event: 'error', data: 'x' },
    ]);
  });

  it('end with the stream, an unfinished one is dropped', async () => {
    expect(await eventsOf('data: a\n\ndata: b')).toEqual([{ event: 'message', data: 'a' }]);
  });
});
