import { FaultyServer, type SeenRequest, type ServerAnswer, type ServerFault } from './faulty-server.js';
import { fieldOf, pythonJson, textsOf } from './served-model.js';

/** Says how well a text answers a query; any number. */
export type ScoreTexts = (query: string, texts: readonly string[]) => Promise<readonly number[]> | readonly number[];

export type RerankDialect = 'tei' | 'cohere' | 'jina' | 'vllm';

export interface RerankServerOptions {
  readonly dialect: RerankDialect;
  readonly score: ScoreTexts;
  /** Left out: no key is asked for. */
  readonly apiKey?: string;
  /** Texts of one request; left out: those of the dialect. */
  readonly maxTexts?: number;
}

const PATHS: Readonly<Record<RerankDialect, readonly string[]>> = {
  tei: ['/rerank'],
  cohere: ['/v2/rerank'],
  jina: ['/v1/rerank'],
  vllm: ['/rerank', '/v1/rerank', '/v2/rerank'],
};

/** Starts a server that speaks a rerank interface over a scoring function. */
export function startRerankServer(options: RerankServerOptions): Promise<FaultyServer> {
  return FaultyServer.start((request, fault) => {
    const refusal = refuse(request, options);
    return refusal === undefined ? answer(request, options, fault) : Promise.resolve(refusal);
  });
}

function refuse({ method, path, headers, body }: SeenRequest, options: RerankServerOptions): ServerAnswer | undefined {
  const { dialect, apiKey, maxTexts = dialect === 'tei' ? 32 : 1000 } = options;
  if (method !== 'POST' || !PATHS[dialect].includes(path)) return { status: 404, json: dialect === 'tei' ? '' : { message: 'not found' } };
  if (apiKey !== undefined && headers['authorization'] !== `Bearer ${apiKey}`)
    return { status: 401, json: { message: 'invalid api token' } };
  const texts = textsOf(fieldOf(body, dialect === 'tei' ? 'texts' : 'documents'));
  if (typeof fieldOf(body, 'query') !== 'string' || texts === undefined)
    return dialect === 'tei'
      ? { status: 422, json: 'Failed to deserialize the JSON body into the target type: missing field `texts`' }
      : { status: 400, json: { message: 'invalid request: documents must be provided' } };
  if ((dialect === 'cohere' || dialect === 'jina') && typeof fieldOf(body, 'model') !== 'string')
    return { status: 400, json: { message: 'invalid request: model is required' } };
  if (texts.length > maxTexts) return tooMany(dialect, texts.length, maxTexts);
  return undefined;
}

function tooMany(...[dialect, given, most]: readonly [RerankDialect, number, number]): ServerAnswer {
  const message = `batch size ${given.toString()} > maximum allowed batch size ${most.toString()}`;
  return dialect === 'tei' ? { status: 422, json: { error: message, error_type: 'Validation' } } : { status: 400, json: { message } };
}

async function answer(
  { body }: SeenRequest,
  { dialect, score }: RerankServerOptions,
  fault: ServerFault | undefined,
): Promise<ServerAnswer> {
  const query = String(fieldOf(body, 'query'));
  const texts = textsOf(fieldOf(body, dialect === 'tei' ? 'texts' : 'documents')) ?? [];
  const isRaw = dialect === 'tei' && fieldOf(body, 'raw_scores') === true;
  const scores = (await score(query, texts)).map((one) => (isRaw ? one : 1 / (1 + Math.exp(-one))));
  const ranked = scores
    .map((value, index) => ({ index, score: fault?.kind === 'nan' && texts[index]?.includes(fault.text) === true ? Number.NaN : value }))
    .sort((a, b) => b.score - a.score)
    .slice(fault?.kind === 'count' ? 1 : 0);
  const results = ranked.map(({ index, score: relevance_score }) => ({ index, relevance_score }));
  return { status: 200, json: pythonJson(dialect === 'tei' ? ranked : { id: 'r1', results, meta: { api_version: { version: '2' } } }) };
}
