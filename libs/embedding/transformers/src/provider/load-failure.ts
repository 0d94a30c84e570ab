import { permanent, type TributaryError } from '@tributary/kernel';

interface Load {
  /** Configured name of the model. */
  readonly name: string;
  readonly onnxFile: string;
  /** Left out: this machine's. */
  readonly machine?: string;
}

/** Why a model could not be loaded, and what to do: a machine that the runtime has no library for needs another kind of model, a bad file another file. */
export function loadFailure(reason: string, { name, onnxFile, machine = `${process.platform}-${process.arch}` }: Load): TributaryError {
  const line = (reason.split('\n')[0] ?? '').replace(/\.$/, '');
  const sentence = /onnxruntime_binding|libonnxruntime|ERR_DLOPEN/.test(reason)
    ? `onnxruntime-node has no library that runs on ${machine} (${line}). Use a model of the type static, ollama or openai instead.`
    : `${onnxFile} cannot be loaded: ${line}. Fetch it again, or choose another file in models.${name}.file.`;
  return permanent('EMBEDDER.UNAVAILABLE', `The model ${name}: ${sentence}`, { category: 'unavailable' });
}
