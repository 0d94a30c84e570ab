import { NOT_APPLICABLE } from '@tributary/mcp/conformance';
import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from './conformance/gateway.js';
import { requiredScenarios, runConformance } from './conformance/runner.js';

const isReporting = process.env['TRIBUTARY_TEST_REPORT'] === '1';

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe.each(['2026-07-28', '2025-11-25'])('the official conformance runner with the requirements of %s', (revision) => {
  it('passes every scenario that applies, without a warning', async () => {
    const notApplicable = (NOT_APPLICABLE[revision] ?? []).flatMap(({ scenarios }) => scenarios);
    await using folder = await temporaryFolder();
    const url = `${gateway.url}/mcp/conformance`;
    const { exitCode, report, scenarios } = await runConformance({ url, revision, notApplicable, folder: folder.path });
    if (isReporting) console.log(report);
    const required = await requiredScenarios(revision);
    const ran = new Map(scenarios.map(({ name, checks }) => [name, checks]));
    const unclean = required.filter((name) => ran.get(name)?.some(({ status }) => status === 'FAILURE' || status === 'WARNING') ?? true);
    const checks = required.flatMap((name) => ran.get(name) ?? []);
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
    console.log(
      `conformance ${revision}: ${(required.length - unclean.length).toString()} of ${required.length.toString()} required scenarios pass (${passed.toString()} checks), ${notApplicable.length.toString()} do not apply`,
    );
    // The runner fails on what is listed and passes, so the list is never longer than it must be.
    expect({ exitCode, unclean: unclean.toSorted() }).toEqual({ exitCode: 0, unclean: notApplicable.toSorted() });
  }, 60_000);
});
