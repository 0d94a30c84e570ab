import { expect, it } from 'vitest';
import { BoundedLabel } from './bounded-label.js';
import { createProcessMetrics } from './process-metrics.js';
import { weightsLabel } from './weights-label.js';

const PROCESS = { service: 'embedder', version: '1.2.3' };

it('names the metrics as dashboards and alerts know them', async () => {
  const { registry } = createProcessMetrics(PROCESS);
  const named = await registry.getMetricsAsJSON();
  expect(named.map(({ name }) => name).toSorted()).toEqual([
    'tributary_answer_tokens_total',
    'tributary_component_info',
    'tributary_embed_duration_seconds',
    'tributary_embed_texts_total',
    'tributary_engine_call_duration_seconds',
    'tributary_errors_total',
    'tributary_http_request_duration_seconds',
    'tributary_job_duration_seconds',
    'tributary_jobs_active',
    'tributary_jobs_added_total',
    'tributary_leases_held',
    'tributary_operation_duration_seconds',
    'tributary_playground_searches_total',
    'tributary_query_vectors_total',
    'tributary_request_duration_seconds',
    'tributary_search_coverage_total',
    'tributary_search_duration_seconds',
    'tributary_search_lane_duration_seconds',
    'tributary_search_lanes_total',
    'tributary_searches_total',
    'tributary_sign_ins_refused_total',
    'tributary_tool_duration_seconds',
  ]);
});

it('tells of the event loop, the heap, handles and the processor by the usual names, once, however many servers run in the process', async () => {
  createProcessMetrics(PROCESS);
  const text = await createProcessMetrics(PROCESS).text();
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
    'nodejs_active_handles_total',
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'process_start_time_seconds',
  ])
    expect(text.match(new RegExp(`^${name} `, 'gmu')), name).toHaveLength(1);
});

it('says which service runs, so that alerts need no name of the scraper', async () => {
  expect(await createProcessMetrics(PROCESS).text()).toContain('\ntributary_component_info{component="embedder",version="1.2.3"} 1\n');
});

it('puts sets of weights into 20 groups at most, the same ones into the same', () => {
  expect(weightsLabel(undefined)).toBe('default');
  expect(weightsLabel({})).toBe('default');
  expect(weightsLabel({ semantic: 1, keyword: 2 })).toBe(weightsLabel({ keyword: 2, semantic: 1, fuzzy: undefined }));
  const groups = new Set(Array.from({ length: 500 }, (_, n) => weightsLabel({ semantic: n })));
  expect(groups.size).toBe(20);
  for (const group of groups) expect(group).toMatch(/^group-[01]\d$/);
});

it('calls what comes after the bound other', () => {
  const label = new BoundedLabel(2);
  expect(['a', 'b', 'c', 'a', 'd'].map((value) => label.of(value))).toEqual(['a', 'b', 'other', 'a', 'other']);
});
