import { temporaryFolder } from '@tributary/testing';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stdioCommand } from '../clients/clients.fixture.js';

const Message = z.object({
  id: z.number().nullable().optional(),
  method: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

interface Run {
  readonly code: number;
  readonly lines: readonly z.infer<typeof Message>[];
  readonly stderr: string;
}

/** Pipes the input in, ends it, and reads every line that comes back as a message. */
async function run(input: string): Promise<Run> {
  const { code, stdout, stderr } = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(stdioCommand.command, stdioCommand.args, { maxBuffer: 1e9 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
    child.stdin?.end(input);
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { code, stderr, lines: lines.map(parseMessage) };
}

function parseMessage(line: string): z.output<typeof Message> {
  const json: unknown = JSON.parse(line);
  return Message.parse(json);
}

const message = (id: number, method: string, params: object = {}) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const hello = message(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'pipe', version: '0' } });
const ready = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;

describe('a server on standard input and output', () => {
  it('answers every piped request, though the input has ended and its last line has no end, and then ends with 0', async () => {
    const search = message(3, 'tools/call', { name: 'search', arguments: { query: 'backup' } });
    const { code, lines } = await run(hello + ready + message(2, 'tools/list') + search.trimEnd());
    expect(lines.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(code).toBe(0);
  });

  it('lets a call that takes long be answered after the input has ended', async () => {
    await using folder = await temporaryFolder();
    for (const name of ['a.md', 'b.md', 'c.md']) await writeFile(join(folder.path, name), 'text');
    const ingest = { name: 'ingest', arguments: { location: folder.path, wait_ms: 10_000 }, _meta: { progressToken: 'p' } };
    const { code, lines } = await run(hello + ready + message(2, 'tools/call', ingest));
    expect(lines.map(({ id, method }) => id ?? method)).toEqual([
      1,
      'notifications/progress',
      'notifications/progress',
      'notifications/progress',
      2,
    ]);
    expect(code).toBe(0);
  });

  it('writes nothing but protocol to standard output', async () => {
    const { lines, stderr } = await run(hello);
    expect(lines).toHaveLength(1);
    expect(stderr).toContain('a line that belongs to standard error');
  });

  it('ends at once when the input ends without a word', async () => {
    expect(await run('')).toMatchObject({ code: 0, lines: [] });
  });

  it('answers what is not JSON and what is no message, and goes on', async () => {
    const { lines } = await run(`${hello}${ready}{"jsonrpc":\n\n{"hello":1}\n${message(2, 'tools/list')}`);
    const answers = lines.map(({ id, error }) => `${String(id)} ${error?.code.toString() ?? 'result'}`);
    expect(answers.toSorted()).toEqual(['1 result', '2 result', 'null -32600', 'null -32700']);
  });

  it('refuses a message over 48 MiB and goes on', async () => {
    const { lines } = await run(`${hello}${ready}"${'x'.repeat(50_500_000)}"\n${message(2, 'tools/list')}`);
    expect(lines.map(({ id }) => String(id)).toSorted()).toEqual(['1', '2', 'null']);
    expect(lines.find(({ id }) => id === null)?.error?.message).toContain('longer than 50331648 bytes');
  });
});
