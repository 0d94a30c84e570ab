import { once } from 'node:events';
import { request as rawRequest } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  Body,
  Catch,
  Controller,
  Get,
  HttpException,
  Module,
  Param,
  Post,
  StreamableFile,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { permanent, toErrorRecord } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../logging/logger.js';
import { HealthModule } from './health.js';
import { startHttpApplication, type HttpApplication } from './http-application.js';

@Controller('api')
class EchoController {
  @Post('search')
  echo(@Body() body: unknown) {
    return { body: typeof body === 'object' ? body : typeof body };
  }

  @Post('documents')
  async size(@Body() body: unknown) {
    return { length: body instanceof Readable ? (await text(body)).length : JSON.stringify(body).length };
  }

  @Get('named/:name')
  named(@Param('name') name: string) {
    return { length: name.length };
  }

  @Get('slow')
  async slow() {
    await released;
    return { answered: true };
  }

  @Get('begun')
  begun() {
    return new StreamableFile(Readable.from(inTwoParts()));
  }
}

@Controller('metrics')
class MetricsController {
  @Get()
  read() {
    return 'tributary_info 1';
  }
}

async function* inTwoParts(): AsyncGenerator<string> {
  yield 'begun ';
  await released;
  yield 'and ended';
}

/** Says the code of an error, as the gateway’s filter does. */
@Catch()
class CodeFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.status(thrown instanceof HttpException ? thrown.getStatus() : 400).send({ code: toErrorRecord(thrown).code });
  }
}

let isReady = true;
let release: () => void = () => undefined;
let released = Promise.resolve();

@Module({
  imports: [
    HealthModule.register([
      { name: 'store', check: () => (isReady ? Promise.resolve('fsync') : Promise.reject(new Error('the disk is full'))) },
    ]),
  ],
  controllers: [EchoController, MetricsController],
  providers: [{ provide: APP_FILTER, useClass: CodeFilter }],
})
class TestModule {}

const loopback = {
  module: TestModule,
  host: '127.0.0.1',
  port: 0,
  logger: silentLogger,
  allowedHosts: [],
  allowedOrigins: ['https://ours.example'],
};
let application: HttpApplication;

beforeEach(async () => {
  isReady = true;
  application = await startHttpApplication(loopback);
});
afterEach(() => application.close(1000));

function post(path: string, body: string, headers: Record<string, string> = {}) {
  return fetch(application.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
}

/** `fetch` does not let a test set Host. */
function statusUnderHost(host: string, url = `${application.url}/health/live`, headers = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    rawRequest(url, { headers: { host, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('host and origin', () => {
  it('answers under loopback names and refuses a name that only points here', async () => {
    expect(await statusUnderHost('localhost:7411')).toBe(200);
    expect(await statusUnderHost('[::1]:7411')).toBe(200);
    expect(await statusUnderHost('rebound.example:7411')).toBe(400);
  });

  describe('of a server beyond loopback that names its hosts', () => {
    let named: HttpApplication;
    beforeEach(async () => {
      named = await startHttpApplication({ ...loopback, host: '0.0.0.0', allowedHosts: ['search.example.org'] });
    });
    afterEach(() => named.close(1000));
    const statusOf = (path: string, host: string, headers = {}) =>
      statusUnderHost(host, named.url.replace('0.0.0.0', '127.0.0.1') + path, headers);

    it('answers probes and Prometheus, which ask by the address of the pod', async () => {
      expect(await statusOf('/health/live', '10.1.2.3:7411')).toBe(200);
      expect(await statusOf('/health/ready', '10.1.2.3:7411')).toBe(200);
      expect(await statusOf('/metrics', 'mcp-gateway:7411')).toBe(200);
    });

    it('refuses everything else under a name that is not on the list, and a foreign page everywhere', async () => {
      expect(await statusOf('/api/begun', 'search.example.org')).toBe(200);
      for (const path of ['/api/begun', '/health/nothing', '/metrics/x', '/nothing'])
        expect([path, await statusOf(path, '10.1.2.3:7411')]).toEqual([path, 400]);
      expect(await statusOf('/health/live', '10.1.2.3:7411', { origin: 'https://evil.example' })).toBe(400);
    });
  });

  it('refuses the page of another origin and takes its own and the allowed ones', async () => {
    const codeFor = async (origin: string) => (await post('/api/search', '{}', { origin })).status;
    expect(await codeFor('https://evil.example')).toBe(400);
    expect(await codeFor('http://localhost:1')).toBe(400);
    expect(await codeFor('null')).toBe(400);
    expect(await codeFor(application.url)).toBe(201);
    expect(await codeFor('https://ours.example')).toBe(201);
  });

  it('lets pages of allowed origins use every method, and read what is said in headers', async () => {
    const asked = { origin: 'https://ours.example', 'access-control-request-method': 'DELETE' };
    const preflight = await fetch(`${application.url}/api/search`, { method: 'OPTIONS', headers: asked });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://ours.example');
    expect(preflight.headers.get('access-control-allow-methods')?.split(', ')).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);
    const { headers } = await post('/api/search', '{}', { origin: 'https://ours.example' });
    const exposed = headers.get('access-control-expose-headers');
    expect(exposed).toBe('retry-after, www-authenticate, idempotency-replayed, x-request-id');
  });
});

describe('addresses', () => {
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(application.url + path, { headers });
    return [response.status, await response.json()] as const;
  };

  it.each(['/api/named/100%', '/api/%zz', '/%'])('that cannot be decoded are refused as any other mistake is: %s', async (path) => {
    expect(await ask(path)).toEqual([400, { code: 'REQUEST.ADDRESS_INVALID' }]);
    expect(await ask(path, { origin: 'https://evil.example' })).toEqual([400, { code: 'ORIGIN.REFUSED' }]);
  });

  it('may hold a name of any length, and a per cent sign that is written as %25', async () => {
    for (const length of [5000, 200_000]) expect(await ask(`/api/named/${'x'.repeat(length)}`)).toEqual([200, { length }]);
    expect(await ask('/api/named/100%25?q=100%')).toEqual([200, { length: 4 }]);
  });
});

describe('bodies of callers that are not known', () => {
  const broken = '['.repeat(100 * 1024);
  let known: HttpApplication;
  beforeEach(async () => {
    const identify = ({ headers }: FastifyRequest) =>
      headers.authorization === 'Bearer known'
        ? Promise.resolve('known')
        : Promise.reject(permanent('AUTH.TOKEN_REQUIRED', 'Who are you?'));
    known = await startHttpApplication({ ...loopback, identify });
  });
  afterEach(() => known.close(1000));

  async function codeOf(body: string | ReadableStream, headers: Record<string, string> = {}) {
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers }, duplex: 'half' as const };
    const answer: unknown = await (await fetch(`${known.url}/api/documents`, init)).json();
    return answer;
  }

  it('are not parsed where they are large, whether or not they say so', async () => {
    expect(await codeOf(broken)).toEqual({ code: 'AUTH.TOKEN_REQUIRED' });
    expect(await codeOf(new Blob([broken]).stream())).toEqual({ code: 'AUTH.TOKEN_REQUIRED' });
    expect(await codeOf(new Blob([broken]).stream(), { authorization: 'Bearer known' })).toEqual({ code: 'REQUEST.TOO_DEEP' });
    expect(await codeOf(new Blob(['[']).stream(), { 'content-type': 'application/x-ndjson' })).toEqual({ code: 'AUTH.TOKEN_REQUIRED' });
    expect(await codeOf(broken, { 'content-type': 'application/x-ndjson' })).toEqual({ code: 'AUTH.TOKEN_REQUIRED' });
    expect(await codeOf(broken, { authorization: 'Bearer known' })).toEqual({ code: 'REQUEST.TOO_DEEP' });
  });

  it('are read where they are as small as a question: the route asks who calls', async () => {
    expect(await codeOf('[')).toEqual({ code: 'REQUEST.MALFORMED' });
    expect(await codeOf(new Blob(['[']).stream())).toEqual({ code: 'REQUEST.MALFORMED' });
  });
});

describe('bodies', () => {
  it('refuses a question of 10 MB with 413 and takes documents of that size', async () => {
    const body = JSON.stringify({ query: 'x'.repeat(10 * 1024 * 1024) });
    expect(await (await post('/api/search', body)).json()).toEqual({ code: 'REQUEST.TOO_LARGE' });
    expect((await post('/api/documents', body)).status).toBe(201);
  });

  it('refuses JSON that is broken or too deep with a code', async () => {
    expect(await (await post('/api/search', '{"query": ')).json()).toEqual({ code: 'REQUEST.MALFORMED' });
    expect(await (await post('/api/search', '['.repeat(65) + ']'.repeat(65))).json()).toEqual({ code: 'REQUEST.TOO_DEEP' });
    expect((await post('/api/search', '['.repeat(64) + ']'.repeat(64))).status).toBe(201);
  });

  it('refuses a body of more objects and lists than a process has room for', async () => {
    const many = `[${'{},'.repeat(1_000_000)}{}]`;
    expect(await (await post('/api/documents', many)).json()).toEqual({ code: 'REQUEST.TOO_LARGE' });
    expect((await post('/api/documents', `["${'{},'.repeat(1_000_001)}"]`)).status).toBe(201);
  });

  it('does not count brackets inside texts', async () => {
    expect((await post('/api/search', JSON.stringify({ query: '[{\\"'.repeat(100) }))).status).toBe(201);
  });

  it('drops keys that reach for a prototype', async () => {
    for (const key of ['__proto__', '_\\u005fproto__', '__\\u0070roto__'])
      expect(await (await post('/api/search', `{"${key}": {"a": 1}, "b": 2}`)).json()).toEqual({ body: { b: 2 } });
  });

  it('gives lines of JSON and files as streams where documents are handed in, and refuses forms there too', async () => {
    expect(await (await post('/api/documents', '{}\n{}\n', { 'content-type': 'application/x-ndjson' })).json()).toEqual({ length: 6 });
    expect(await (await post('/api/documents', '%PDF', { 'content-type': 'application/pdf' })).json()).toEqual({ length: 4 });
    for (const type of ['application/x-www-form-urlencoded', 'text/plain;charset=utf-8', 'Multipart/Form-Data; boundary=x'])
      expect((await post('/api/documents', 'a=b', { 'content-type': type })).status).toBe(415);
    expect((await post('/api/search', '{}', { 'content-type': 'application/pdf' })).status).toBe(415);
    expect((await post('/api/search', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post('/api/search', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('health', () => {
  it('says what it is ready with', async () => {
    const response = await fetch(`${application.url}/health/ready`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ready', reasons: [], checks: { store: { ok: true, detail: 'fsync' } } });
  });

  it('answers 503 with the reason while something is missing, and stays alive', async () => {
    isReady = false;
    const response = await fetch(`${application.url}/health/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: 'not_ready', reasons: ['store: the disk is full'] });
    expect((await fetch(`${application.url}/health/live`)).status).toBe(200);
  });
});

describe('starting and ending', () => {
  it('says in one sentence that the port is taken', async () => {
    const port = Number(new URL(application.url).port);
    await expect(startHttpApplication({ ...loopback, port })).rejects.toThrow(
      `Port ${port.toString()} of 127.0.0.1 is taken by another program`,
    );
  });

  it('answers what is in flight before it ends', async () => {
    released = new Promise((resolve) => {
      release = resolve;
    });
    const answer = fetch(`${application.url}/api/slow`);
    await fetch(`${application.url}/health/live`);
    const closed = application.close(5000);
    release();
    expect(await (await answer).json()).toEqual({ answered: true });
    await closed;
  });

  describe('ends with its last answer, however long its caller would keep the connection', { timeout: 20_000 }, () => {
    beforeEach(() => {
      released = new Promise((resolve) => {
        release = resolve;
      });
    });

    async function closeOnceAnswered(answer: Promise<Response>): Promise<Response> {
      await fetch(`${application.url}/health/live`);
      const closed = application.close(60_000);
      // It takes no more connections: from now on it waits for the answers.
      await eventually(() => refuses(`${application.url}/health/live`));
      release();
      const given = await answer;
      await given.text();
      await closed;
      return given;
    }

    it('and says so where the answer was not begun', async () => {
      const { headers } = await closeOnceAnswered(fetch(`${application.url}/api/slow`));
      expect(headers.get('connection')).toBe('close');
    });

    it('and also where the head of the answer was out', async () => {
      const begun = await fetch(`${application.url}/api/begun`);
      expect(begun.headers.get('connection')).toBe('keep-alive');
      await closeOnceAnswered(Promise.resolve(begun));
    });
  });

  it('cuts off a request that does not come to an end', async () => {
    const stuck = rawRequest(`${application.url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '100' },
    });
    const cut = once(stuck, 'error');
    stuck.write('{');
    await fetch(`${application.url}/health/live`);
    await application.close(50);
    await cut;
  });
});

function refuses(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  );
}
