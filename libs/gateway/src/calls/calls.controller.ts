import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import type { AssistantCalls, CallContext } from '@tributary/contracts';
import { requireScope } from '../access/scopes.js';
import { Caller, CallerGuard } from '../http/caller.js';
import { RECENT_CALLS } from '../http/tokens.js';
import type { RecentCalls } from './recent-calls.js';

/** What assistants asked and were answered, for the owner alone: questions tell much of whoever asks them. */
@UseGuards(CallerGuard)
@Controller('api/assistant-calls')
export class CallsController {
  constructor(@Inject(RECENT_CALLS) private readonly calls: RecentCalls) {}

  @Get()
  list(@Caller() { principal }: CallContext): AssistantCalls {
    requireScope(principal, 'admin');
    return this.calls.list();
  }
}
