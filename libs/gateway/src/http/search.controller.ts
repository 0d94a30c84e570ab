import { Body, Controller, Inject } from '@nestjs/common';
import {
  type CallContext,
  DoctorInput,
  FetchInput,
  type Operations,
  parseRequest,
  routes,
  SearchRequest,
  WhyNotRequest,
} from '@tributary/contracts';
import { Caller } from './caller.js';
import { Serves } from './serves.js';
import { OPERATIONS } from './tokens.js';

/** Asking: search, why-not, fetch, status, doctor. */
@Controller()
export class SearchController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Serves(routes.search)
  search(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.search(parseRequest(SearchRequest, body), caller);
  }

  @Serves(routes.whyNot)
  whyNot(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.whyNot(parseRequest(WhyNotRequest, body), caller);
  }

  @Serves(routes.fetch)
  fetch(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.fetch(parseRequest(FetchInput, body), caller);
  }

  @Serves(routes.doctor)
  doctor(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.doctor(parseRequest(DoctorInput, body), caller);
  }

  @Serves(routes.status)
  status(@Caller() caller: CallContext) {
    return this.operations.status(caller);
  }
}
