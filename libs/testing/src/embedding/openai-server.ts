import { FaultyServer, type SeenRequest, type ServerAnswer, type ServerFault } from './faulty-server.js';
import { fieldOf, pythonJson, shorten, spoil, textsOf, type ServedModel } from './served-model.js';

/** In what the servers of this interface differ. */
interface Dialect {
  readonly maxTexts: number;
  readonly tooManyTexts: ServerAnswer;
  /** UTF-16 units of one text. */
  readonly maxLength: number;
  readonly tooLong: ServerAnswer;
  readonly unknownModel: ServerAnswer;
  readonly base64: 'spoken' | 'refused' | 'ignored';
  readonly isIndexed: boolean;
}

const fault = (status: number, error: object): ServerAnswer => ({ status, json: { error } });

const OPENAI: Dialect = {
  maxTexts: 2048,
  tooManyTexts: fault(400, {
    message: "'$.input' array is too long: at most 2048 inputs.",
    type: 'invalid_request_error',
    param: null,
    code: null,
  }),
  maxLength: 32_000,
  tooLong: fault(400, {
    message: "This model's maximum context length is 8192 tokens, however you requested 9000 tokens (9000 in your prompt).",
    type: 'invalid_request_error',
    param: null,
    code: null,
  }),
  unknownModel: fault(404, {
    message: 'The model `x` does not exist or you do not have access to it.',
    type: 'invalid_request_error',
    param: null,
    code: 'model_not_found',
  }),
  base64: 'spoken',
  isIndexed: true,
};

const DIALECTS = {
  openai: OPENAI,
  tei: {
    ...OPENAI,
    maxTexts: 8,
    tooManyTexts: { status: 413, json: { message: 'batch size 32 > maximum allowed batch size 8', code: 413, type: 'Validation' } },
    maxLength: 2000,
    tooLong: {
      status: 413,
      json: { message: 'Input validation error: `inputs` must have less than 512 tokens. Given: 600', code: 413, type: 'Validation' },
    },
  },
  vllm: {
    ...OPENAI,
    maxLength: 2000,
    tooLong: {
      status: 400,
      json: {
        object: 'error',
        message:
          "This model's maximum context length is 512 tokens. However, you requested 600 tokens in the input. Please reduce the length of the input.",
        type: 'BadRequestError',
        code: 400,
      },
    },
    unknownModel: { status: 404, json: { object: 'error', message: 'The model `x` does not exist.', type: 'NotFoundError', code: 404 } },
  },
  lmstudio: {
    ...OPENAI,
    base64: 'ignored',
    isIndexed: false,
    unknownModel: { status: 400, json: { error: 'Model not found: x. No models loaded.' } },
  },
  llamacpp: {
    ...OPENAI,
    maxLength: 2000,
    tooLong: fault(500, { code: 500, message: 'input is too large to process. increase the physical batch size', type: 'server_error' }),
    base64: 'refused',
  },
} as const satisfies Record<string, Dialect>;

export type OpenAiDialect = keyof typeof DIALECTS;

export interface OpenAiServerOptions {
  readonly model: ServedModel;
  readonly dialect?: OpenAiDialect;
  /** Left out: no key is asked for. */
  readonly apiKey?: string;
}

/** Starts a server that speaks `POST /v1/embeddings` over a model, as OpenAI or one of the others does. */
export function startOpenAiServer({ model, dialect = 'openai', apiKey }: OpenAiServerOptions): Promise<FaultyServer> {
  return FaultyServer.start((request, fault) => {
    const refusal = refuse(request, { model, apiKey, dialect: DIALECTS[dialect] });
    return refusal === undefined ? embed(request, { model, dialect: DIALECTS[dialect], fault }) : Promise.resolve(refusal);
  });
}

function refuse(
  { method, path, headers, body }: SeenRequest,
  { model, apiKey, dialect }: { readonly model: ServedModel; readonly apiKey: string | undefined; readonly dialect: Dialect },
): ServerAnswer | undefined {
  if (method !== 'POST' || path !== '/v1/embeddings') return fault(404, { message: `Invalid URL (${method} ${path})`, code: null });
  const authorization = headers['authorization'];
  if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) {
    const message = `Incorrect API key provided: ${String(authorization).replace('Bearer ', '')}. You can find your API key at the account page.`;
    return fault(401, { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' });
  }
  if (fieldOf(body, 'model') !== model.name) return dialect.unknownModel;
  const texts = textsOf(fieldOf(body, 'input'));
  if (texts === undefined || texts.includes(''))
    return fault(400, { message: "'$.input' is invalid. Please check the API reference.", code: null });
  if (fieldOf(body, 'encoding_format') === 'base64' && dialect.base64 === 'refused')
    return fault(400, { message: "encoding_format must be 'float'", type: 'invalid_request_error', code: 400 });
  if (texts.length > dialect.maxTexts) return dialect.tooManyTexts;
  return texts.some((text) => text.length > dialect.maxLength) ? dialect.tooLong : undefined;
}

async function embed(
  { body }: SeenRequest,
  { model, dialect, fault }: { readonly model: ServedModel; readonly dialect: Dialect; readonly fault: ServerFault | undefined },
): Promise<ServerAnswer> {
  const texts = textsOf(fieldOf(body, 'input')) ?? [];
  const dimensions = fieldOf(body, 'dimensions');
  const vectors = shorten(await model.embed(texts), typeof dimensions === 'number' ? dimensions : undefined);
  const isBase64 = fieldOf(body, 'encoding_format') === 'base64' && dialect.base64 === 'spoken';
  const data = spoil(vectors, texts, fault).map((vector, index) => {
    const embedding = isBase64 ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector;
    return { object: 'embedding', embedding, ...(dialect.isIndexed ? { index } : {}) };
  });
  // The order of the entries is not promised, only their index.
  if (dialect.isIndexed) data.reverse();
  return { status: 200, json: pythonJson({ object: 'list', data, model: model.name, usage: { prompt_tokens: 8, total_tokens: 8 } }) };
}
