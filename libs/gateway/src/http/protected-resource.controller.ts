import { Controller, Get, Inject, Req } from '@nestjs/common';
import { permanent } from '@tributary/kernel';
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticate.js';
import { WELL_KNOWN, decodedPath, resourceMetadata } from '../access/protected-resource.js';
import { AUTHENTICATOR } from './tokens.js';

/** Says, to whoever asks, which issuer’s tokens open what (RFC 9728). */
@Controller(WELL_KNOWN)
export class ProtectedResourceController {
  constructor(@Inject(AUTHENTICATOR) private readonly authenticator: Authenticator) {}

  @Get()
  whole() {
    return this.#of('');
  }

  @Get('*')
  below(@Req() { url }: FastifyRequest) {
    return this.#of(decodedPath(url).slice(WELL_KNOWN.length));
  }

  #of(path: string) {
    const { resource } = this.authenticator;
    const metadata = resource && resourceMetadata(resource, path);
    if (metadata !== undefined) return metadata;
    throw permanent('ROUTE.NOT_FOUND', 'No issuer of tokens is configured for this address: the server takes its own tokens alone.', {
      category: 'not_found',
    });
  }
}
