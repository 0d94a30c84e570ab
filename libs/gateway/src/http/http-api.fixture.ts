import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { MemoryOperations } from '@tributary/testing';
import { Authenticator, type AuthenticationOptions } from '../access/authenticate.js';
import { GatewayHttpModule, type GatewayHttpOptions } from './gateway-http.module.js';

export const TOKEN = 'the-owner';

/** The HTTP API on a free loopback port, over operations kept in memory. */
export async function startApi({
  extractor,
  port = 0,
  ...options
}: Omit<AuthenticationOptions, 'ownerToken'> & Pick<GatewayHttpOptions, 'extractor'> & { readonly port?: number }) {
  const adapter = new FastifyAdapter();
  adapter.getInstance().addContentTypeParser('*', (_request, body, done) => {
    done(null, body);
  });
  const routes: string[] = [];
  adapter.getInstance().addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) if (name !== 'HEAD') routes.push(`${name} ${url}`);
  });
  const operations = new MemoryOperations();
  const reported: unknown[] = [];
  const module = GatewayHttpModule.register({
    operations,
    authenticator: new Authenticator({ ownerToken: TOKEN, ...options }),
    report: (error) => reported.push(error),
    version: '1.2.3',
    ...(extractor === undefined ? {} : { extractor }),
  });
  const nest = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger: false });
  await nest.listen(port, '127.0.0.1');
  return { url: (await nest.getUrl()).replace('[::1]', '127.0.0.1'), operations, reported, routes, close: () => nest.close() };
}
