import { Controller, Get, Inject } from '@nestjs/common';
import { VERSION } from '../http/tokens.js';
import { openApiDocument } from './openapi-document.js';

/** The description of the API, for whoever asks: it tells nothing of this server. */
@Controller('api/openapi.json')
export class OpenApiController {
  #document: ReturnType<typeof openApiDocument> | undefined;

  constructor(@Inject(VERSION) private readonly version: string) {}

  @Get()
  read() {
    this.#document ??= openApiDocument(this.version);
    return this.#document;
  }
}
