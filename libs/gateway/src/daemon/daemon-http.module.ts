import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { localOwner, type Operations, type Principal } from '@tributary/contracts';
import { Authenticator } from '../access/authenticate.js';
import { ProblemFilter, type ReportError } from '../http/problem.filter.js';
import { AUTHENTICATOR, OPERATIONS } from '../http/tokens.js';
import { DaemonController } from './daemon.controller.js';

interface DaemonHttpOptions {
  readonly operations: Operations;
  /** Left out: who reaches the address, which only this machine does, is the owner; he may have read what lies in his home and in the configured roots. */
  readonly token?: string | undefined;
  readonly report: ReportError;
}

class LocalAuthenticator extends Authenticator {
  override authenticate(): Promise<Principal> {
    return Promise.resolve(localOwner);
  }
}

/** The daemon's API on an address or a socket of its own. */
@Module({})
export class DaemonHttpModule {
  static register({ operations, token, report }: DaemonHttpOptions): DynamicModule {
    const options = { ownerToken: token ?? '', tokens: {}, allowGuest: false };
    const authenticator = token === undefined ? new LocalAuthenticator(options) : new Authenticator(options);
    return {
      module: DaemonHttpModule,
      controllers: [DaemonController],
      providers: [
        { provide: OPERATIONS, useValue: operations },
        { provide: AUTHENTICATOR, useValue: authenticator },
        { provide: APP_FILTER, useValue: new ProblemFilter({ report, resource: undefined }) },
      ],
    };
  }
}
