import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';

/** The tokenizer of a model folder. */
export function openTokenizer(folder: string): Tokenizer {
  const read = (file: string): object => {
    const json: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return typeof json === 'object' && json !== null ? json : {};
  };
  return new Tokenizer(read('tokenizer.json'), read('tokenizer_config.json'));
}
