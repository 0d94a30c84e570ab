import type { SeededRandom } from '@tributary/testing';
import { z } from 'zod';
import type { FuzzedServer } from './raw-messages.fixture.js';
import { hostile, mutate } from './hostile-values.fixture.js';
import { judgeAnswer } from './judge-answer.fixture.js';
import type { Json } from './json.fixture.js';
import { objectFrom, valueFrom } from './schema-values.fixture.js';
import type { Tenant } from './tenants.fixture.js';

type Texts = readonly [string, ...string[]];

/** Texts that mean something: of one’s own, of the other tenant, of nobody. The secrets are not among them. */
const QUERIES: Texts = ['nightly backup', 'backup', 'quarter plan', 'API endpoints', 'kuberntes', 'what ada keeps', 'Backup notes'];
const COLLECTIONS: Texts = ['notes', 'notes', 'notes', 'private-ada', 'private-bob', 'memory', 'fresh', '*', 'nowhere'];
const URIS: Texts = [
  'tributary://notes/backup.md',
  'tributary://private-ada/plan.md#0',
  'tributary://private-bob/plan.md#0',
  'tributary://notes/own-bob.md',
  'tributary://private-ada',
];
const IDS: Texts = ['backup.md', 'own-bob.md', 'plan.md', 'tributary://notes/backup.md', 'a6fb06bb-40f6-8e21-d10f-e03bdcb0c526'];
const PATHS: Texts = ['/no/such/folder', 'notes/backup.md', 'ada', 'http://127.0.0.1:9/page'];

function textsFor(field: string): Texts {
  if (/collection|^name$|scope/i.test(field)) return COLLECTIONS;
  if (/uri/i.test(field)) return URIS;
  if (/id$|ids$/i.test(field)) return IDS;
  if (/path|root|location|url/i.test(field)) return PATHS;
  if (/since|until/.test(field)) return ['7d', '2026-01-01T00:00:00Z'];
  return QUERIES;
}

/** The worlds are made anew after so many calls, so that there is something to find again. */
const RESET_EVERY = 60;

const Tools = z.object({
  result: z.object({
    tools: z.array(
      z.object({
        name: z.string(),
        inputSchema: z.record(z.string(), z.unknown()),
        outputSchema: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  }),
});
type Tool = z.output<typeof Tools>['result']['tools'][number];

interface Fuzzing {
  readonly server: FuzzedServer;
  readonly tenants: readonly [Tenant, Tenant];
  /** As in the address. */
  readonly dialects: string;
  readonly random: SeededRandom;
  readonly calls: number;
  /** Most tokens an answer may cost; default: few, so that the cap has work. */
  readonly maxTokens?: number;
}

export interface FuzzReport {
  readonly answered: number;
  readonly refused: number;
  /** Calls whose answer carried the caller’s own secret: there was something to leak. */
  readonly sightings: number;
  readonly toolsAnswered: ReadonlySet<string>;
  /** What was wrong, with the call that showed it. */
  readonly faults: readonly string[];
}

interface Request {
  readonly method: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly tool?: Tool;
}

/** Most tokens an answer may cost while it is fuzzed: small, so that the cap has work. */
export const FUZZED_TOKENS = 1_500;

/** Calls every tool of the dialects by its own schema and by mutations outside it, and judges every byte that comes back. */
export async function fuzz({ server, tenants, dialects, random, calls, maxTokens = FUZZED_TOKENS }: Fuzzing): Promise<FuzzReport> {
  const tools = await listTools(server, tenants[0], dialects);
  const found: string[] = [];
  const report = { answered: 0, refused: 0, sightings: 0, toolsAnswered: new Set<string>(), faults: found };
  for (let call = 0; call < calls; call += 1) {
    if (call % RESET_EVERY === 0) await server.reset();
    const [tenant, other] = random.next() < 0.5 ? tenants : [tenants[1], tenants[0]];
    const request = call % 12 === 11 ? otherRequest(random) : toolCall(tools[call % tools.length], random);
    const answer = await server.send({ tenant, dialects, method: request.method, params: request.params });
    const { tool } = request;
    const { kind, faults } = judgeAnswer({
      answer,
      outputSchema: tool?.outputSchema,
      isTool: tool !== undefined,
      maxTokens,
      secrets: [other.canary],
    });
    report[kind] += 1;
    if (kind === 'answered' && tool) report.toolsAnswered.add(tool.name);
    if (answer.bytes.includes(tenant.canary)) report.sightings += 1;
    const asked = `${tenant.name} ${dialects} ${request.method} ${JSON.stringify(request.params).slice(0, 600)}`;
    found.push(...faults.map((fault) => `${fault} ← ${asked} → ${answer.bytes.slice(-400)}`));
  }
  return report;
}

async function listTools(server: FuzzedServer, tenant: Tenant, dialects: string): Promise<readonly Tool[]> {
  const { message } = await server.send({ tenant, dialects, method: 'tools/list', params: {} });
  return Tools.parse(message).result.tools;
}

function toolCall(tool: Tool | undefined, random: SeededRandom): Request {
  if (tool === undefined) throw new Error('The dialect has no tools.');
  const allowed = objectFrom(tool.inputSchema, { random, textsFor });
  const roll = random.next();
  const args: Json = roll < 0.55 ? allowed : roll < 0.95 ? mutate(allowed, random) : hostile(random);
  return { method: 'tools/call', params: { name: tool.name, ...(args === null ? {} : { arguments: args }) }, tool };
}

/** Resources, prompts and completion carry data of the caller, too. */
function otherRequest(random: SeededRandom): Request {
  const text = (field: string) => valueFrom({ type: 'string' }, { random, textsFor, field });
  const either = (field: string) => (random.next() < 0.5 ? text(field) : hostile(random));
  switch (random.below(6)) {
    case 0:
      return { method: 'resources/read', params: { uri: either('uri') } };
    case 1:
      return { method: 'resources/list', params: random.next() < 0.5 ? {} : { cursor: either('collection') } };
    case 2:
      return {
        method: 'prompts/get',
        params: { name: 'find-and-cite', arguments: { question: either('query'), collection: text('collection') } },
      };
    case 3:
      return {
        method: 'completion/complete',
        params: { ref: { type: 'ref/resource', uri: 'x' }, argument: { name: 'collection', value: either('collection') } },
      };
    case 4:
      return { method: 'tools/call', params: { name: either('query'), arguments: {} } };
    default:
      return { method: 'server/discover', params: {} };
  }
}
