import { CALL_OF_GO, frameIn, type TraceFrame } from './frame-forms.js';

/** A stack trace, and what stands around it. */
export interface ReadTrace {
  /** Its messages, and what was written before and behind it. */
  readonly text: string;
  /** The nearest to the error first. */
  readonly frames: readonly TraceFrame[];
}

const LINES = /\r\n?|\n/u;
/** Fewer lines of such a form may stand in any text. */
const LEAST_FRAMES = 2;
/** Nothing else is written so: `at f (a.js:1:2)`, `File "a.py", line 1`. One such line beside a message is a trace that was cut. */
const CERTAIN = /^\s*(?:at [^\n]{1,800}:\d{1,7}:\d{1,7}\)?|File "[^"]{1,500}", line \d{1,7}.{0,220})$/u;
const HAS_WORDS = /\p{L}{2}/u;
/** Marks under shown code have none. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
/** Behind it stands what came first. */
const CAUSE = /^\s*(?:Caused by|\[cause\]): /u;
/** What traces say of themselves, and programs that end by one. */
const OF_TRACES =
  /^\s*(?:Traceback \(most recent call (?:last|first)\):|stack backtrace:|Stack trace:|goroutine \d+ [^:]{0,100}:|exit status \d+|note: (?:run with|Some details are) .{0,200}|During handling of the above exception.{0,80}|The above exception was the direct cause.{0,80}|\.{3} ?\d+ (?:more|common frames omitted|frames? elided).{0,20}|\.{3}.{0,20} frames elided\.{0,3}|\[Previous line repeated \d+ more times?\]|Node\.js v[\d.]+)\s*$/u;
/** What stands before a message. */
const BEFORE_MESSAGE = /^\s*(?:Exception in thread "[^"]{0,100}" |Caused by: |Suppressed: |\[cause\]: |Uncaught |Unhandled exception\. )+/u;
const OF_PYTHON = /^\s*File "/u;
const PLACE_OF_GO = /^\s+\S+\.(?:go|s):\d+/u;

/** A query that is a stack trace, or has one, parted into messages and frames; undefined where it has neither two frames nor one that is certain, or nothing else. */
export function readTrace(query: string): ReadTrace | undefined {
  const lines = query.split(LINES);
  if (lines.length < LEAST_FRAMES) return undefined;
  const found = framesAmong(lines);
  if (found.size < LEAST_FRAMES && ![...found.keys()].some((at) => CERTAIN.test(lines[at] ?? ''))) return undefined;
  const said = lines.filter((line, at) => !isOfFrame(lines, found, at) && !OF_TRACES.test(line));
  const messages = withoutRepeated(said.map((line) => line.replace(BEFORE_MESSAGE, '').trim()).filter((line) => SAYS_SOMETHING.test(line)));
  const text = messages.join('\n');
  if (!HAS_WORDS.test(text)) return undefined;
  return { text, frames: fromTheError(lines, found) };
}

/** Python tells the frame of the error last; others the cause of all last, and of each error its frame first. */
function fromTheError(lines: readonly string[], found: ReadonlyMap<number, TraceFrame>): readonly TraceFrame[] {
  if (lines.some((line) => OF_PYTHON.test(line))) return [...found.values()].toReversed();
  const causes = lines.flatMap((line, at) => (CAUSE.test(line) ? [at] : []));
  const causeOf = (line: number) => causes.filter((at) => at < line).length;
  return [...found].toSorted(([one], [other]) => causeOf(other) - causeOf(one) || one - other).map(([, frame]) => frame);
}

/** Frames by their lines. */
function framesAmong(lines: readonly string[]): ReadonlyMap<number, TraceFrame> {
  const found = new Map<number, TraceFrame>();
  for (const [at, line] of lines.entries()) {
    const frame = frameIn(line);
    if (frame !== undefined) found.set(at, withCall(frame, { line, before: lines[at - 1] ?? '' }));
  }
  return found;
}

/** Go tells in the line before what was called. */
function withCall(frame: TraceFrame, { line, before }: { readonly line: string; readonly before: string }): TraceFrame {
  if (!PLACE_OF_GO.test(line)) return frame;
  return { ...frame, calls: CALL_OF_GO.exec(before)?.groups?.['calls'] ?? '' };
}

/** A frame, the call before its place, or the lines of code that Python shows of it. */
function isOfFrame(lines: readonly string[], found: ReadonlyMap<number, TraceFrame>, at: number): boolean {
  if (found.has(at)) return true;
  const [line = '', next = ''] = [lines[at], lines[at + 1]];
  if (PLACE_OF_GO.test(next) && CALL_OF_GO.test(line)) return true;
  if (/^\s*\d{1,4}:\s+\S/u.test(line) && found.has(at + 1)) return true;
  return isShownCode(lines, at);
}

/** Deeper than the frame above it, which only Python shows so. */
function isShownCode(lines: readonly string[], at: number): boolean {
  let above = at - 1;
  const depth = depthOf(lines[at] ?? '');
  while (above > 0 && at - above <= MOST_SHOWN && depthOf(lines[above] ?? '') >= depth) above -= 1;
  const frame = lines[above] ?? '';
  return at - above <= MOST_SHOWN && OF_PYTHON.test(frame) && depth > depthOf(frame);
}

const MOST_SHOWN = 12;

function depthOf(line: string): number {
  return line.search(/\S|$/u);
}

/** Causes say again what caused them: each message once, the longest of those that contain it. */
function withoutRepeated(messages: readonly string[]): readonly string[] {
  return messages.filter((one, at) => !messages.some((other, place) => isSaidIn(one, other) && (other.length > one.length || place < at)));
}

function isSaidIn(one: string, other: string): boolean {
  return one !== other ? other.length > one.length && other.endsWith(one) : true;
}
