import { startSource, type SourceProcess } from '@tributary/testing';
import type { SuiteContext } from '../harness.js';
import type { ChildSettings } from '../processes/child-settings.js';

const SCRIPT = new URL('../processes/child.fixture.ts', import.meta.url);

/** Starts a process that opens the same data and plays a role. */
export function startChild({ harness }: SuiteContext, settings: Omit<ChildSettings, 'module' | 'settings'>): SourceProcess {
  const { child } = harness();
  if (child === undefined) throw new Error('The harness does not say how a child process opens the data.');
  return startSource(SCRIPT, [JSON.stringify({ ...settings, module: child.module.href, settings: child.settings })]);
}
