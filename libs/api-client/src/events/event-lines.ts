/** A server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Takes a stream of server-sent events apart, however its pieces are cut; comments are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  const fields = block.split('\n').map((line) => /^(event|data): ?(.*)$/.exec(line));
  const data = fields.flatMap((field) => (field?.[1] === 'data' ? [field[2] ?? ''] : []));
  if (data.length === 0) return undefined;
  const event = fields.find((field) => field?.[1] === 'event')?.[2] ?? 'message';
  return { event, data: data.join('\n') };
}
