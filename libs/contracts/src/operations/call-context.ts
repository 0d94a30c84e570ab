import type { Principal } from '../access/principal.js';

/** Who calls, and how the call can be ended. */
export interface CallContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}
