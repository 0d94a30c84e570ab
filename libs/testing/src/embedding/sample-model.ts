import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServedModel } from './served-model.js';

interface SampleModelOptions {
  readonly name?: string;
  readonly dimension?: number;
  /** Milliseconds a request takes, however many come at once: a server that is waited for. */
  readonly delayMs?: number;
}

/** A model that costs no processor time: a vector by the hash of the text. */
export function sampleModel({ name = 'sample', dimension = 16, delayMs = 0 }: SampleModelOptions = {}): ServedModel {
  return {
    name,
    dimension,
    embed: async (texts) => {
      if (delayMs > 0) await pause(delayMs);
      return texts.map((text) => vectorOf(text, dimension));
    },
  };
}

function vectorOf(text: string, dimension: number): readonly number[] {
  const bytes: number[] = [];
  for (let part = 0; bytes.length < dimension; part++) bytes.push(...createHash('sha256').update(`${part.toString()} ${text}`).digest());
  const values = bytes.slice(0, dimension).map((byte) => byte - 127.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}
