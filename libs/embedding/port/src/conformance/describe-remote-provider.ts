import { eventually, type FaultyServer, type ServerFault } from '@tributary/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddingProvider } from '../provider/embedding-provider.js';

const containing = (text: string): unknown => expect.stringContaining(text);
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
/** Dates of HTTP have whole seconds. */
const ABOUT_A_MINUTE: unknown = expect.closeTo(59_500, -3.5);
const DOCUMENT = { kind: 'document' } as const;
const TEXTS = ['read a file', 'delete a row'];
const SECRET = 'sk-conformance-0123456789';
/** Short, so that a hang is soon over; a real answer takes far less. */
const TIMEOUT_MS = 2500;
const PATIENT_MS = 60_000;

export interface RemoteBed {
  readonly server: FaultyServer;
  readonly provider: EmbeddingProvider;
  /** The model as the server knows it. */
  readonly model: string;
  /** What the message says to do when the server is not running. */
  readonly startHint: RegExp;
  /** A provider of a model that the server does not have. */
  readonly otherModel: EmbeddingProvider;
  /** What the message says to do then. */
  readonly modelHint: RegExp;
}

/** What a provider gets to work with, where its interface has such a thing. */
export interface RemoteSettings {
  readonly timeoutMs: number;
  readonly apiKey: string;
}

const PASSING: readonly (readonly [string, ServerFault])[] = [
  ['fails with 500', { kind: 'status', status: 500, body: '{"error":"out of memory"}' }],
  ['fails with 503', { kind: 'status', status: 503 }],
  ['answers a gateway’s 502 page', { kind: 'status', status: 502, body: '<html>Bad gateway</html>' }],
  ['hangs', { kind: 'hang' }],
  ['cuts the connection half-way', { kind: 'cut' }],
  ['answers zeros', { kind: 'zeros' }],
];
const LASTING: readonly (readonly [string, ServerFault])[] = [
  ['answers HTML instead of JSON', { kind: 'html' }],
  ['answers too few vectors', { kind: 'count' }],
  ['answers vectors of another dimension', { kind: 'dimension' }],
  ['answers a number that is none', { kind: 'nan', text: 'read' }],
];

/** The behaviours of every provider whose model is held by a server: each failure has its code, its remedy and names whom it is about; no key is ever told. */
export function describeRemoteProvider(name: string, open: (settings: RemoteSettings) => Promise<RemoteBed>): void {
  describe(`${name}, held by a server that goes wrong`, () => {
    let bed: RemoteBed;
    const embed = () => bed.provider.embed(TEXTS, DOCUMENT);
    const failure = async (work: Promise<unknown>): Promise<unknown> => {
      const error: unknown = await work.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(JSON.stringify([error, error instanceof Error ? error.message : ''])).not.toContain(SECRET);
      return error;
    };
    beforeAll(async () => {
      bed = await open({ timeoutMs: TIMEOUT_MS, apiKey: SECRET });
      await bed.provider.describe();
    });
    afterEach(() => {
      bed.server.mend();
    });
    afterAll(async () => {
      await bed.provider.close();
      await bed.server.stop();
    });
    const named = () => ({ address: containing(bed.server.url), model: containing(bed.model) });

    it.each(PASSING)('says that the server is unavailable, to be tried again, when it %s', async (_, fault) => {
      bed.server.break(fault);
      const error = await failure(embed());
      expect(error).toMatchObject({ code: 'EMBEDDER.UNAVAILABLE', retryable: true, message: named().address });
      expect(error).toMatchObject({ message: named().model });
      bed.server.mend();
      await eventually(async () => (await embed()).length === 2);
    });

    it.each(LASTING)('refuses the answer for good when it %s', async (_, fault) => {
      bed.server.break(fault);
      const error = await failure(embed());
      expect(error).toMatchObject({ code: 'EMBEDDER.ANSWER_INVALID', retryable: false, message: named().address });
      bed.server.mend();
      await eventually(async () => (await embed()).length === 2);
    });

    it('tells how long to wait when there were too many requests, in seconds or by a date', async () => {
      bed.server.break({ kind: 'status', status: 429, headers: { 'retry-after': '2' } });
      expect(await failure(embed())).toMatchObject({ code: 'EMBEDDER.RATE_LIMITED', retryable: true, retryAfterMs: 2000 });
      bed.server.break({ kind: 'status', status: 429, headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } });
      const byDate = await failure(embed());
      expect(byDate).toMatchObject({ code: 'EMBEDDER.RATE_LIMITED', retryAfterMs: ABOUT_A_MINUTE });
      // The same sentence is told for as long as the server is left alone.
      expect(byDate).toMatchObject({ message: matching(/the next is due at \d{4}-\d\d-\d\dT[\d:]+Z\./) });
    });

    it.each([401, 403])('says that access is denied, and which setting to correct, at a %s', async (status) => {
      const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${SECRET}.`, code: 'invalid_api_key' } });
      bed.server.break({ kind: 'status', status, body });
      expect(await failure(embed())).toMatchObject({
        code: 'EMBEDDER.DENIED',
        retryable: false,
        message: containing(`models.${bed.provider.name}.api_key`),
      });
    });

    it('repeats no text that the server quotes', async () => {
      bed.server.break({ kind: 'status', status: 400, body: JSON.stringify({ error: `cannot embed "${TEXTS[0] ?? ''}"` }) });
      const error = await failure(embed());
      expect(error).toMatchObject({ code: 'EMBEDDER.REQUEST_REFUSED', retryable: false });
      expect(error instanceof Error && error.message).not.toContain(TEXTS[0]);
    });

    it('says how to get a model that is not there', async () => {
      const missing = { code: 'EMBEDDER.MODEL_NOT_FOUND', retryable: false, message: matching(bed.modelHint) };
      expect(await failure(bed.otherModel.embed(TEXTS, DOCUMENT))).toMatchObject(missing);
      expect(await failure(bed.otherModel.describe())).toMatchObject(missing);
      expect(await bed.otherModel.health()).toMatchObject({ status: 'down', detail: missing.message });
    });

    it('ends a request that hangs as soon as its caller gives up', async () => {
      const patient = await open({ timeoutMs: PATIENT_MS, apiKey: SECRET });
      await patient.provider.describe();
      patient.server.break({ kind: 'hang' });
      const before = performance.now();
      await expect(patient.provider.embed(TEXTS, { ...DOCUMENT, signal: AbortSignal.timeout(50) })).rejects.toThrow(/abort|timeout/i);
      expect(performance.now() - before).toBeLessThan(PATIENT_MS / 2);
      await patient.provider.close();
      await patient.server.stop();
    });

    it('is down while the server is away, saying how to start it, and up again after', async () => {
      await bed.server.stop();
      expect(await bed.provider.health()).toMatchObject({ status: 'down', detail: matching(bed.startHint) });
      expect(await failure(embed())).toMatchObject({ code: 'EMBEDDER.UNAVAILABLE', message: matching(bed.startHint) });
      await bed.server.restart();
      expect(await bed.provider.health()).toMatchObject({ status: 'up' });
      expect(await embed()).toHaveLength(2);
    });
  });
}
