import { chmod } from 'node:fs/promises';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { KIB } from '@tributary/kernel';
import type { FastifyInstance } from 'fastify';
import { NestLogger } from '../logging/nest-logger.js';
import type { Logger } from '../logging/logger.js';
import { installBodyParsers, type BodyOptions } from './body-parsers.js';
import { freeSocket } from './free-socket.js';
import { listenFailure } from './listen-failure.js';
import { MalformedAddresses } from './malformed-addresses.js';
import { OpenAnswers } from './open-answers.js';
import { guardRequest, type RequestGuardOptions } from './request-guard.js';

export interface HttpApplicationOptions extends RequestGuardOptions, BodyOptions {
  readonly module: Type | DynamicModule;
  /** 0 takes a free port. */
  readonly port: number;
  readonly logger: Logger;
  /** Path of a Unix socket to listen on instead of host and port; only its owner can open it. */
  readonly socket?: string;
  /** Routes that are no Nest controllers. */
  readonly mount?: (server: FastifyInstance) => void | Promise<void>;
}

/** A Nest application that listens. */
export interface HttpApplication {
  readonly url: string;
  readonly nest: NestFastifyApplication;
  /** Runs the modules’ shutdown hooks, answers what is in flight, and cuts connections that are still open after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** The address of the console holds the question: 20,000 characters, of which each may take nine bytes there. */
const MOST_OF_HEADERS = 256 * KIB;

/** As much as fits into a request: a name that is too long is one that is not found, said by what looks for it. */
const LONGEST_PARAMETER = MOST_OF_HEADERS;

/** What pages of allowed origins may send and read beyond what a browser lets any page do: every method of the API, and what its answers say in headers. */
const OF_ALLOWED_ORIGINS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  exposedHeaders: ['retry-after', 'www-authenticate', 'idempotency-replayed', 'x-request-id'],
};

/** Starts a Nest module on Fastify with our limits, guards and log.
 *  @throws `SERVER.PORT_TAKEN`, `SERVER.ADDRESS_UNUSABLE` */
export async function startHttpApplication(options: HttpApplicationOptions): Promise<HttpApplication> {
  const malformed = new MalformedAddresses();
  const adapter = new FastifyAdapter({
    http: { maxHeaderSize: MOST_OF_HEADERS },
    rewriteUrl: malformed.routed,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  });
  const server: FastifyInstance = adapter.getInstance();
  server.addHook('onRequest', async (request) => {
    guardRequest(request, options);
    malformed.refuse(request.raw);
    return Promise.resolve();
  });
  const answers = new OpenAnswers(server.server);
  installBodyParsers(server, options);
  const nest = await NestFactory.create<NestFastifyApplication>(options.module, adapter, {
    logger: new NestLogger(options.logger),
    abortOnError: false,
    bodyParser: false,
  });
  if (options.allowedOrigins.length > 0) nest.enableCors({ origin: [...options.allowedOrigins], ...OF_ALLOWED_ORIGINS });
  await options.mount?.(server);
  try {
    // Listening by Fastify itself: Nest would write an error of its own to the log before it throws.
    await nest.init();
    await listen(server, options);
  } catch (error) {
    await nest.close();
    throw await listenFailure(error, options);
  }
  return { url: options.socket ?? urlOf(server, options.host), nest, close: (graceMs) => closeWithin(graceMs, { nest, server, answers }) };
}

async function listen(server: FastifyInstance, { host, port, socket }: HttpApplicationOptions): Promise<void> {
  if (socket === undefined) {
    await server.listen({ port, host });
    return;
  }
  await freeSocket(socket);
  await server.listen({ path: socket });
  await chmod(socket, 0o600);
}

interface Closing {
  readonly nest: NestFastifyApplication;
  readonly server: FastifyInstance;
  readonly answers: OpenAnswers;
}

async function closeWithin(graceMs: number, { nest, server, answers }: Closing): Promise<void> {
  const cut = setTimeout(() => {
    server.server.closeAllConnections();
  }, graceMs);
  answers.endConnections();
  await nest.close();
  clearTimeout(cut);
}

function urlOf(server: FastifyInstance, host: string): string {
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port.toString()}`;
}
