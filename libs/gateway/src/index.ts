export { Authenticator, loopbackGuest, type AuthenticationOptions } from './access/authenticate.js';
export { requireScope, type Scope } from './access/scopes.js';
export { callContext } from './http/caller.js';
export { GatewayHttpModule, type GatewayHttpOptions } from './http/gateway-http.module.js';
export { sendProblem } from './http/problem.filter.js';
export { CallLimits, type CallCounts, type LimitSettings } from './limits/call-limits.js';
export { MemoryCallCounts } from './limits/memory-call-counts.js';
export { GatewayOperations } from './operations/gateway-operations.js';
export type { AwaitedDocument, GatewayCollaborators, UseCases } from './operations/use-cases.js';
