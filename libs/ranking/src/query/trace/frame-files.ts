import type { TraceFrame } from './frame-forms.js';

/** Files of own code, and of packages, that are looked up: of what lies further from the error there are many. */
const OWN = 3;
const OTHERS = 2;

/** The places in files that the frames nearest to an error name, a file once, those of own code first. */
export function frameFiles(frames: readonly TraceFrame[]): readonly (TraceFrame & { readonly path: string })[] {
  const placed = frames.flatMap((frame) => (frame.path === undefined ? [] : [{ ...frame, path: frame.path }]));
  const distinct = [...new Map(placed.toReversed().map((frame) => [frame.path, frame])).values()].toReversed();
  return [...distinct.filter(({ isOwn }) => isOwn).slice(0, OWN), ...distinct.filter(({ isOwn }) => !isOwn).slice(0, OTHERS)];
}
