const LONGEST_QUOTE = 200;
const RUN = 8;
/** Of a longer message only its beginning is looked at: some answer with a page. */
const LONGEST_MESSAGE = 4000;
/** What looks like a key, whoever it belongs to. */
const KEY = /\b(sk|pk|hf|gsk|Bearer)[-_ ][\w-]{6,}/gi;

/** What a server said with an error status, in whichever of the usual shapes. */
export interface ServerComplaint {
  readonly message: string;
  readonly code: string;
}

/** Reads `{ error: { message, code } }`, `{ error: "…", error_type: "…" }`, `{ message, type }` and `{ detail: "…" }`; other texts are not looked into. */
export function readComplaint(body: string): ServerComplaint {
  const json = parsed(body);
  const error = field(json, 'error') ?? json;
  const message = [error, field(error, 'message'), field(error, 'detail')].find((value) => typeof value === 'string') ?? '';
  const codes = [field(error, 'code'), field(error, 'type'), field(json, 'error_type')];
  return { message: message.slice(0, LONGEST_MESSAGE), code: codes.find((value) => typeof value === 'string') ?? '' };
}

/** The complaint as it may be repeated: short, and without anything that was sent, be it the key or a part of a text. */
export function quotable({ message }: ServerComplaint, sent: readonly string[]): string {
  const line = message.replace(/\s+/g, ' ').trim().slice(0, LONGEST_QUOTE).replace(KEY, '…');
  if (line === '' || sent.some((text) => repeats(line, text))) return '';
  return `: ${line.replace(/[.!]$/, '')}`;
}

export function isAboutLength({ message, code }: ServerComplaint): boolean {
  // Bounded: by the longest message.
  return /too (long|large)|maximum (context|sequence|model|input)|max(imum)?_(model_)?len|context (length|size|window)|less than \d+ tokens|exceed.*(token|context|length)|context_length|exceed_context/i.test(
    `${code} ${message}`,
  );
}

export function isAboutBatch({ message }: ServerComplaint): boolean {
  // Bounded: by the longest message.
  return /batch size|batch_size|too many inputs|array.*(too long|at most)|max(imum)? (number of )?inputs/i.test(message);
}

export function isAboutModel({ message, code }: ServerComplaint): boolean {
  // Bounded: by the longest message.
  return (
    code === 'model_not_found' ||
    /model.*(not found|not exist|unknown|not loaded)|(unknown|no such|invalid) model|no models? loaded/i.test(message)
  );
}

/** True where a server made a number that is none, and failed because JSON has no such number: Ollama and others written in Go. */
export function isAboutNumber({ message }: ServerComplaint): boolean {
  return /unsupported value: [+-]?(NaN|Inf)/i.test(message);
}

/** Whether the line holds the text, or a run of it. A run that only happens to be in both costs the quotation, no more. */
function repeats(line: string, text: string): boolean {
  if (text.length < RUN) return text.length > 2 && line.includes(text);
  const known = text.replace(/\s+/g, ' ');
  return Array.from({ length: Math.max(0, line.length - RUN + 1) }, (_, at) => line.slice(at, at + RUN)).some((run) => known.includes(run));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
