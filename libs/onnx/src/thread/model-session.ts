import { InferenceSession, Tensor } from 'onnxruntime-node';
import { poolRow } from './pool.js';
import { sessionOptions } from './session-options.js';
import type { ThreadModel, WantedOutput } from './messages.js';
import type { TokenRow } from './text-tokenizer.js';

const SENTENCE_OUTPUT = 'sentence_embedding';
const TOKEN_OUTPUTS = ['last_hidden_state', 'token_embeddings'];

type Fill = (row: TokenRow, column: number) => number;

/** A loaded ONNX model that gives one list of numbers per row of token ids. */
export class ModelSession {
  readonly #session: InferenceSession;
  readonly #model: ThreadModel;
  readonly #output: string;
  readonly #inputs: readonly (readonly [name: string, fill: Fill])[];

  private constructor(session: InferenceSession, model: ThreadModel) {
    this.#session = session;
    this.#model = model;
    this.#output = outputOf(session, model);
    this.#inputs = session.inputNames.map((name) => [name, fillOf(name, model.padId)]);
  }

  /** Takes 0.1 s to seconds, on the calling thread. */
  static async load(model: ThreadModel): Promise<ModelSession> {
    const session = await InferenceSession.create(model.onnxFile, sessionOptions(model.threads));
    return new ModelSession(session, model);
  }

  /** Blocks the calling thread for one batch. @throws where the model gives something else than 32-bit floats */
  async run(rows: readonly TokenRow[]): Promise<readonly Float32Array[]> {
    const columns = Math.max(...rows.map(({ ids }) => ids.length));
    const feeds = Object.fromEntries(this.#inputs.map(([name, fill]) => [name, tensorOf(rows, columns, fill)]));
    const output = (await this.#session.run(feeds, [this.#output]))[this.#output];
    const values = output?.data;
    if (!(values instanceof Float32Array)) throw new Error(`its output ${this.#output} is ${output?.type ?? 'missing'}, not float32`);
    const { output: wanted } = this.#model;
    // A classifier of one class may leave its dimension out.
    const dimension = wanted.kind === 'logits' ? values.length / rows.length : (output?.dims.at(-1) ?? 0);
    const lengths = rows.map(({ ids }) => ids.length);
    return rows.map((_, row) =>
      wanted.kind === 'logits' || output?.dims.length === 2
        ? values.subarray(row * dimension, (row + 1) * dimension)
        : poolRow({ values, columns, dimension, lengths }, row, wanted.pooling),
    );
  }

  async release(): Promise<void> {
    await this.#session.release();
  }
}

function outputOf({ outputNames }: InferenceSession, { output }: ThreadModel): string {
  return output.kind === 'logits' ? logitsOutput(outputNames) : vectorOutput(outputNames, output);
}

function logitsOutput(outputNames: readonly string[]): string {
  const [only, ...others] = outputNames;
  if (outputNames.includes('logits')) return 'logits';
  if (only !== undefined && others.length === 0 && !TOKEN_OUTPUTS.includes(only)) return only;
  throw new Error(`none of its outputs (${outputNames.join(', ')}) is called logits: export it for text classification`);
}

function vectorOutput(outputNames: readonly string[], model: Extract<WantedOutput, { kind: 'vectors' }>): string {
  if (model.mayUseSentenceOutput && outputNames.includes(SENTENCE_OUTPUT)) return SENTENCE_OUTPUT;
  if (model.needsSentenceOutput)
    throw new Error(`it has a Dense step, but its ONNX file has no output ${SENTENCE_OUTPUT}: export it with that step`);
  const tokens = TOKEN_OUTPUTS.find((name) => outputNames.includes(name)) ?? (outputNames.length === 1 ? outputNames[0] : undefined);
  if (tokens !== undefined) return tokens;
  throw new Error(`none of its outputs (${outputNames.join(', ')}) is known to hold token vectors`);
}

function fillOf(name: string, padId: number): Fill {
  switch (name) {
    case 'input_ids':
      return ({ ids }, column) => ids[column] ?? padId;
    case 'attention_mask':
      return ({ ids }, column) => (column < ids.length ? 1 : 0);
    case 'token_type_ids':
      return ({ ids, second }, column) => (second > 0 && column >= second && column < ids.length ? 1 : 0);
    case 'position_ids':
      return (_, column) => column;
    default:
      throw new Error(`its input ${name} is not known here: export it for feature extraction`);
  }
}

function tensorOf(rows: readonly TokenRow[], columns: number, fill: Fill): Tensor {
  const values = new BigInt64Array(rows.length * columns);
  rows.forEach((row, r) => {
    for (let column = 0; column < columns; column++) values[r * columns + column] = BigInt(fill(row, column));
  });
  return new Tensor('int64', values, [rows.length, columns]);
}
