import { Body, Controller, Get, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import {
  type CallContext,
  DoctorInput,
  FetchInput,
  type Operations,
  parseRequest,
  SearchRequest,
  WhyNotRequest,
} from '@tributary/contracts';
import { Caller, CallerGuard } from './caller.js';
import { OPERATIONS } from './tokens.js';

/** Asking: search, why-not, fetch, status, doctor. */
@UseGuards(CallerGuard)
@Controller('api')
export class SearchController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Post('search')
  @HttpCode(200)
  search(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.search(parseRequest(SearchRequest, body), caller);
  }

  @Post('why-not')
  @HttpCode(200)
  whyNot(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.whyNot(parseRequest(WhyNotRequest, body), caller);
  }

  @Post('fetch')
  @HttpCode(200)
  fetch(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.fetch(parseRequest(FetchInput, body), caller);
  }

  @Post('doctor')
  @HttpCode(200)
  doctor(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.doctor(parseRequest(DoctorInput, body), caller);
  }

  @Get('status')
  status(@Caller() caller: CallContext) {
    return this.operations.status(caller);
  }
}
