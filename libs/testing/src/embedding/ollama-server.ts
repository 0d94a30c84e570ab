import { createHash } from 'node:crypto';
import { FaultyServer, type SeenRequest, type ServerAnswer, type ServerFault } from './faulty-server.js';
import { fieldOf, shorten, spoil, textsOf, type ServedModel } from './served-model.js';

const CONTEXT_LENGTH = 512;

interface OllamaServerOptions {
  /** False for the versions that refuse a long text although they are asked to cut it (0.13.5 and later). */
  readonly cuts?: boolean;
}

/** Starts a server that speaks Ollama's HTTP interface over a model: `/api/tags`, `/api/show`, `/api/embed`. */
export function startOllamaServer(model: ServedModel, { cuts = true }: OllamaServerOptions = {}): Promise<FaultyServer> {
  return FaultyServer.start((request, fault) => {
    const refusal = cuts ? undefined : refuseLong(request);
    return refusal === undefined ? answer(model, request, fault) : Promise.resolve(refusal);
  });
}

async function answer(model: ServedModel, { method, path, body }: SeenRequest, fault: ServerFault | undefined): Promise<ServerAnswer> {
  if (method === 'GET' && path === '/api/tags') return { status: 200, json: { models: [listed(model)] } };
  if (method !== 'POST') return { status: 404, json: '404 page not found' };
  const name = fieldOf(body, 'model');
  if (typeof name !== 'string' || name === '') return { status: 400, json: { error: 'model is required' } };
  if (withTag(name) !== withTag(model.name)) {
    const error = path === '/api/show' ? `model '${name}' not found` : `model "${name}" not found, try pulling it first`;
    return { status: 404, json: { error } };
  }
  if (path === '/api/show') return { status: 200, json: shown(model) };
  return path === '/api/embed' ? embed(model, body, fault) : { status: 404, json: '404 page not found' };
}

async function embed(model: ServedModel, body: unknown, fault: ServerFault | undefined): Promise<ServerAnswer> {
  const texts = textsOf(fieldOf(body, 'input'));
  if (texts === undefined) return { status: 400, json: { error: 'invalid input type' } };
  const dimensions = fieldOf(body, 'dimensions');
  const vectors = shorten(await model.embed(texts), typeof dimensions === 'number' ? dimensions : undefined);
  const counts = { total_duration: 14_143_917, load_duration: 1_019_500, prompt_eval_count: 8 };
  const embeddings = spoil(vectors, texts, fault);
  // Go writes no JSON of such a number; the whole request fails.
  if (embeddings.flat().some(Number.isNaN))
    return { status: 500, json: { error: 'failed to encode response: json: unsupported value: NaN' } };
  return { status: 200, json: { model: model.name, embeddings, ...counts } };
}

function refuseLong({ path, body }: SeenRequest): ServerAnswer | undefined {
  const isLong = path === '/api/embed' && textsOf(fieldOf(body, 'input'))?.some((text) => text.length > 4 * CONTEXT_LENGTH);
  return isLong === true ? { status: 400, json: { error: 'the input length exceeds the context length' } } : undefined;
}

function listed({ name, dimension }: ServedModel) {
  const digest = createHash('sha256').update(`${name} ${dimension.toString()}`).digest('hex');
  const details = { format: 'gguf', family: 'bert', families: ['bert'], parameter_size: '23M', quantization_level: 'F16' };
  return { name: withTag(name), model: withTag(name), modified_at: '2026-01-01T00:00:00Z', size: 45_960_996, digest, details };
}

function shown({ dimension }: ServedModel) {
  const info = { 'general.architecture': 'bert', 'bert.context_length': CONTEXT_LENGTH, 'bert.embedding_length': dimension };
  return { modelfile: '', details: { family: 'bert' }, model_info: info, capabilities: ['embedding'] };
}

function withTag(name: string): string {
  return name.includes(':') ? name : `${name}:latest`;
}
