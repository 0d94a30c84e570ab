import type { InferenceSession } from 'onnxruntime-node';

/** Errors only: warnings of the runtime would go to standard error as they are. */
const LOG_SEVERITY = 3;
/** A sum and the layer norm behind it, made one operator, take five times as long as the two by themselves (ONNX Runtime 1.30, x86): a seventh of MiniLM's time. */
const SLOW_FUSION = 'SkipLayerNormFusion';

/** How a model is run. @param threads that compute one batch */
export function sessionOptions(threads: number): InferenceSession.SessionOptions {
  return {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: LOG_SEVERITY,
    extra: { optimization: { disable_specified_optimizers: SLOW_FUSION } },
  };
}
