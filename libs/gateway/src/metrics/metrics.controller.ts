import { Controller, Get, Header, Inject, UseGuards } from '@nestjs/common';
import type { CallContext, Operations } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import { Caller, CallerGuard } from '../http/caller.js';
import { OPERATIONS } from '../http/tokens.js';
import { FIGURES, type ProcessFigures } from './figures.js';
import { metricsText } from './metrics-text.js';

/** Figures for Prometheus: what the caller may see of the index and the queues, and what this process counts. He scrapes with a token as everybody else
 *  calls with one. */
@UseGuards(CallerGuard)
@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(OPERATIONS) private readonly operations: Operations,
    @Inject(FIGURES) private readonly figures: ProcessFigures,
  ) {}

  @Get()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async read(@Caller() caller: CallContext) {
    return (await this.#statusText(caller)) + (await this.figures.text());
  }

  /** Nothing where the status cannot be told: that is counted as an error of its own, and what the process counts is wanted all the more. */
  async #statusText(caller: CallContext): Promise<string> {
    try {
      return metricsText(await this.operations.status(caller));
    } catch (error) {
      if (toErrorRecord(error).category === 'denied') throw error;
      return '';
    }
  }
}
