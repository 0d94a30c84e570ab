import { setTimeout as pause } from 'node:timers/promises';
import { toErrorRecord } from '@tributary/kernel';

/** One thing readiness depends on. */
export interface HealthCheck {
  readonly name: string;
  /** Resolves with words about its state where there are any. @throws when it is not ready, with the reason */
  check(): Promise<string | undefined>;
}

interface CheckState {
  readonly ok: boolean;
  readonly detail?: string;
}

/** How the things are that a process needs. */
export interface Readiness {
  /** What is not there, and why, a sentence each; none: it is ready. */
  readonly reasons: readonly string[];
  readonly states: Readonly<Record<string, CheckState>>;
}

/** A store under load may take its time; probes wait for 3 s and more. */
const CHECK_LIMIT_MS = 2000;

/** Asks all of them at once, each for at most two seconds. */
export async function readinessOf(checks: readonly HealthCheck[]): Promise<Readiness> {
  const states = await Promise.all(checks.map(async (check) => [check.name, await stateOf(check)] as const));
  const reasons = states.filter(([, { ok }]) => !ok).map(([name, { detail }]) => `${name}: ${detail ?? 'not ready'}`);
  return { reasons, states: Object.fromEntries(states) };
}

async function stateOf(check: HealthCheck): Promise<CheckState> {
  const limit = new AbortController();
  try {
    const late = pause(CHECK_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
      throw new Error(`no answer within ${CHECK_LIMIT_MS.toString()} ms`);
    });
    const detail = await Promise.race([check.check(), late]);
    return { ok: true, ...(detail === undefined ? {} : { detail }) };
  } catch (error) {
    return { ok: false, detail: toErrorRecord(error).message };
  } finally {
    limit.abort();
  }
}
