import { Controller, Get, Inject, Param } from '@nestjs/common';
import { permanent } from '@tributary/kernel';
import type { Authenticator } from '../access/authenticate.js';
import { resourceMetadata } from '../access/protected-resource.js';
import { AUTHENTICATOR } from './tokens.js';

/** Says, to whoever asks, which issuer’s tokens open what (RFC 9728). */
@Controller('.well-known/oauth-protected-resource')
export class ProtectedResourceController {
  constructor(@Inject(AUTHENTICATOR) private readonly authenticator: Authenticator) {}

  @Get()
  whole() {
    return this.#of('');
  }

  @Get(':surface')
  surface(@Param('surface') surface: string) {
    return this.#of(`/${surface}`);
  }

  @Get(':surface/:dialects')
  dialects(@Param('surface') surface: string, @Param('dialects') dialects: string) {
    return this.#of(`/${surface}/${dialects}`);
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
