import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@tributary/kernel';
import type { z } from 'zod';
import { codeOf, type ModelOwner } from '../owner/model-owner.js';
import { modelMissing, modelUnsupported } from './folder-errors.js';

/** Reads the JSON files of a model folder. */
export class FolderReader {
  readonly #owner: ModelOwner;
  readonly #folder: string;

  constructor(owner: ModelOwner, folder: string) {
    this.#owner = owner;
    this.#folder = folder;
  }

  /** @throws `EMBEDDER.MODEL_NOT_FOUND` where it is missing, `EMBEDDER.MODEL_UNSUPPORTED` where it says what it must not, or their likes */
  async required<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
    const path = join(this.#folder, file);
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw modelMissing(this.#owner, `there is no ${path}. A model folder has config.json, tokenizer.json and onnx/model.onnx.`, cause);
    });
    try {
      return schema.parse(JSON.parse(text));
    } catch (cause) {
      throw modelUnsupported(this.#owner, `${path} is not what such a file should be. Fetch the model again.`, cause);
    }
  }

  /** Undefined where it is missing. */
  async optional<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema> | undefined> {
    try {
      return await this.required(file, schema);
    } catch (error) {
      if (hasCode(error, codeOf(this.#owner, 'MODEL_NOT_FOUND'))) return undefined;
      throw error;
    }
  }
}
