import { permanent, type TributaryError } from '@tributary/kernel';
import { codeOf, settingOf, titleOf, type ModelOwner } from '../owner/model-owner.js';

interface Load {
  readonly owner: ModelOwner;
  readonly onnxFile: string;
  /** Another file that is at fault, such as that of the tokenizer. */
  readonly file?: string;
  /** Left out: this machine's. */
  readonly machine?: string;
}

const INSTEAD = {
  embedding: 'Use a model of the type static, ollama or openai instead.',
  reranking: 'Use a reranker of the type http or model instead.',
} as const;

/** Why a model could not be loaded, and what to do: a machine that the runtime has no library for needs another kind of model, a bad file another file. */
export function loadFailure(
  reason: string,
  { owner, onnxFile, file, machine = `${process.platform}-${process.arch}` }: Load,
): TributaryError {
  const line = (reason.split('\n')[0] ?? '').replace(/\.$/, '');
  const sentence = /onnxruntime_binding|libonnxruntime|ERR_DLOPEN/.test(reason)
    ? `onnxruntime-node has no library that runs on ${machine} (${line}). ${INSTEAD[owner.use]}`
    : `${file ?? onnxFile} cannot be loaded: ${line}. Fetch it again${file === undefined ? `, or choose another file in ${settingOf(owner, 'file')}` : ''}.`;
  return permanent(codeOf(owner, 'UNAVAILABLE'), `${titleOf(owner)}: ${sentence}`, { category: 'unavailable' });
}
