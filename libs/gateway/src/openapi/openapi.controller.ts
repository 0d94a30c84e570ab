import { Controller, Inject } from '@nestjs/common';
import { routes } from '@tributary/contracts';
import { Serves } from '../http/serves.js';
import { VERSION } from '../http/tokens.js';
import { openApiDocument } from './openapi-document.js';

/** The description of the API, for whoever asks: it tells nothing of this server. */
@Controller()
export class OpenApiController {
  #document: ReturnType<typeof openApiDocument> | undefined;

  constructor(@Inject(VERSION) private readonly version: string) {}

  @Serves(routes.describeApi)
  read() {
    this.#document ??= openApiDocument(this.version);
    return this.#document;
  }
}
