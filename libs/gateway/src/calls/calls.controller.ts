import { Controller, Inject } from '@nestjs/common';
import { type AssistantCalls, type CallContext, routes } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { Caller } from '../http/caller.js';
import { Serves } from '../http/serves.js';
import { RECENT_CALLS } from '../http/tokens.js';
import type { RecentCalls } from './recent-calls.js';

/** What assistants asked and were answered, for the owner alone: questions tell much of whoever asks them. */
@Controller()
export class CallsController {
  constructor(@Inject(RECENT_CALLS) private readonly calls: RecentCalls) {}

  @Serves(routes.assistantCalls)
  list(@Caller() { principal }: CallContext): AssistantCalls {
    if (principal.unrestricted) return this.calls.list();
    throw permanent('ACCESS.DENIED', 'Only the owner sees these: call with the token in server.json of the data folder.', {
      category: 'denied',
    });
  }
}
