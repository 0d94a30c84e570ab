export { HealthModule } from './health.js';
export { startHttpApplication, type HttpApplication, type HttpApplicationOptions } from './http-application.js';
export { requireFreePort } from './listen-failure.js';
export type { HealthCheck } from './readiness.js';
export type { RequestGuardOptions } from './request-guard.js';
export { tellReady } from './tell-ready.js';
