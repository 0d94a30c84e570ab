import type { TraceFrame } from './frame-forms.js';

/** Frames further from the error say less of it than of how it was come to. */
const NEAREST = 6;
/** Where nobody's own code is in a trace. */
const NEAREST_OF_OTHERS = 2;
/** Of what a function belongs to and its own name. */
const NAMES = 2;
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** What runtimes call functions that have no name, and marks of how one was called. */
const NAMELESS =
  /^(?:anonymous|module|lambda\$?\S*|init|async|new|Object|Function|func\d+|closure|as|eval|main|__init__|block|in|null|static)$/u;

/** The names of functions and files by which the frames nearest to an error are told, of the own code alone where there is any. */
export function frameWords(frames: readonly TraceFrame[]): string {
  return [...new Set(nearestFrames(frames, { own: NEAREST, others: NEAREST_OF_OTHERS }).flatMap(namesOf))].join(' ');
}

/** So many frames of own code, or where there is none of that of others. */
function nearestFrames(
  frames: readonly TraceFrame[],
  { own, others }: { readonly own: number; readonly others: number },
): readonly TraceFrame[] {
  const ofOwn = frames.filter(({ isOwn }) => isOwn);
  return ofOwn.length > 0 ? ofOwn.slice(0, own) : frames.slice(0, others);
}

function namesOf({ calls, path = '' }: TraceFrame): readonly string[] {
  const names = (calls.split('/').at(-1) ?? '').match(IDENTIFIER) ?? [];
  const file =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/u, '') ?? '';
  return [...names.filter((name) => !NAMELESS.test(name)).slice(-NAMES), ...(file === '' ? [] : [file])];
}
