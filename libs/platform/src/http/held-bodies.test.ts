import { once } from 'node:events';
import { request as rawRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { json, text } from 'node:stream/consumers';
import { Body, Catch, Controller, Module, Post, StreamableFile, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { KIB, MIB, toErrorRecord } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../logging/logger.js';
import { startHttpApplication, type HttpApplication } from './http-application.js';

const LINES = 'application/x-ndjson';
const PDF = 'application/pdf';

@Controller('api')
class TakingController {
  @Post('documents')
  async take(@Body() body: unknown) {
    return { length: body instanceof Readable ? (await text(body)).length : JSON.stringify(body).length };
  }

  /** Its answer stays open. */
  @Post('store')
  follow() {
    const events = new Readable({ read: () => undefined });
    events.push('begun');
    return new StreamableFile(events);
  }
}

@Catch()
class CodeFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    void host
      .switchToHttp()
      .getResponse<FastifyReply>()
      .status(400)
      .send({ code: toErrorRecord(thrown).code });
  }
}

@Module({ controllers: [TakingController], providers: [{ provide: APP_FILTER, useClass: CodeFilter }] })
class TakingModule {}

let application: HttpApplication;
let sent: ClientRequest[];
async function start(bodyPatienceMs: number): Promise<void> {
  sent = [];
  application = await startHttpApplication({
    module: TakingModule,
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    allowedHosts: [],
    allowedOrigins: [],
    identify: () => Promise.resolve('ada'),
    bodyPatienceMs,
  });
}
afterEach(async () => {
  for (const one of sent) one.destroy();
  await application.close(0);
});

/** Begins to send a body; without a length in chunks. */
function begin(first: string | Buffer, { type = 'application/json', path = '/api/documents', length }: Sending = {}) {
  const headers = { 'content-type': type, ...(length === undefined ? {} : { 'content-length': length }) };
  const one = rawRequest(application.url + path, { method: 'POST', headers });
  sent.push(one);
  const answer = new Promise<IncomingMessage>((resolve, reject) => one.once('response', resolve).once('error', reject));
  answer.catch(() => undefined);
  one.write(first);
  return { one, answer };
}

interface Sending {
  readonly type?: string;
  readonly path?: string;
  readonly length?: number;
}

/** What a body of so many bytes, which it says, is answered with. */
async function answerTo(length: number): Promise<unknown> {
  const { one, answer } = begin('"', { length });
  one.end(`${'x'.repeat(length - 2)}"`);
  return json(await answer);
}
const REFUSED = { code: 'LIMIT.BODIES' };
const LARGE = 40 * MIB;
const TAKEN = { length: LARGE };

describe('bodies that do not say how large they are', () => {
  beforeEach(() => start(60_000));

  it('are counted by what came of them: many small ones need no room', async () => {
    const posts = Array.from({ length: 8 }, () => begin('{"a":'));
    await Promise.all(posts.map(({ one }) => once(one, 'socket')));
    expect(await answerTo(LARGE)).toEqual(TAKEN);
    for (const { one } of posts) one.end('1}');
    expect(await Promise.all(posts.map(async ({ answer }) => json(await answer)))).toEqual(posts.map(() => ({ length: '{"a":1}'.length })));
  });

  it('hold no room for an answer that goes on, either', async () => {
    for (let n = 0; n < 3; n++) {
      const { one, answer } = begin('{}', { path: '/api/store' });
      one.end();
      expect((await answer).statusCode).toBe(201);
    }
    expect(await answerTo(LARGE)).toEqual(TAKEN);
  });

  it('have room kept for as much as came of them, and are refused within where there is none', async () => {
    const [first, second] = [begin('%PDF', { type: PDF, length: 63 * MIB }), begin('%PDF', { type: PDF, length: 63 * MIB })];
    await eventually(async () => {
      expect(await answerTo(3 * MIB)).toEqual(REFUSED);
    });
    const [fitting, larger] = [begin(Buffer.alloc(1500 * KIB), { type: PDF }), begin(Buffer.alloc(500 * KIB), { type: PDF })];
    fitting.one.end();
    expect(await json(await fitting.answer)).toEqual({ length: 1500 * KIB });
    larger.one.end(Buffer.alloc(2 * MIB));
    expect(await json(await larger.answer)).toEqual(REFUSED);
    for (const { one } of [first, second]) one.destroy();
    await eventually(async () => {
      expect(await answerTo(LARGE)).toEqual(TAKEN);
    });
  });
});

describe('bodies of which nothing comes any more', () => {
  beforeEach(() => start(200));

  it.each([PDF, 'application/json'])('of type %s end, with their connection, and give their room back', async (type) => {
    const stalled = [begin('"', { type, length: 47 * MIB }), begin('"', { type, length: 47 * MIB })];
    for (const { one, answer } of stalled) {
      const response = await answer;
      const closed = once(one, 'close');
      expect(response.headers.connection).toBe('close');
      expect(await json(response)).toEqual({ code: 'REQUEST.STALLED' });
      await closed;
    }
    expect(await answerTo(LARGE)).toEqual(TAKEN);
  });

  it('are waited for where they are lines that are taken as they come', async () => {
    const lines = begin('{}\n', { type: LINES });
    const file = begin('%PDF', { type: PDF });
    await file.answer;
    lines.one.end('{}\n');
    expect(await json(await lines.answer)).toEqual({ length: 6 });
  });
});
