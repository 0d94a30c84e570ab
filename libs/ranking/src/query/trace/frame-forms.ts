import { isOwnCode, pathInPackage } from './own-code.js';

/** A place in code that a stack trace went through. */
export interface TraceFrame {
  /** Names of the function, and of what it belongs to. */
  readonly calls: string;
  /** With `/` between its parts; left out where none is told. */
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
  /** False for code of packages, standard libraries and runtimes. */
  readonly isOwn: boolean;
}

const LONGEST = 1000;
const PLACE = String.raw`(?<path>[^\s()"'][^()"]{0,500}?):(?<line>\d{1,7})`;
const FORMS: readonly RegExp[] = [
  // JavaScript, and where a function of Rust lies: `at f (file:1:2)`, `at file:1:2`.
  new RegExp(String.raw`^\s*at (?:async )?(?:(?<calls>[^()]{1,300}) \()?${PLACE}:\d{1,7}\)?(?: \{)?$`, 'u'),
  /^\s*at (?<calls>[^()]{1,300}) \((?<within><anonymous>|index \d+|native)\)(?: \{)?$/u,
  // Java: `at a.b.C.m(C.java:12)`; C#: `at A.B.M(String x) in C.cs:line 12`.
  /^\s*at (?<calls>(?:[\w.@-]{0,100}\/{1,2})?[\w$.<>]{3,300})\((?<file>[\w$-]{1,100}\.\w{1,9})?(?::(?<line>\d{1,7}))?\)(?: ~?\[[^\]]{0,200}\])?$/u,
  /^\s*at (?<calls>[\w.$<>`+@/[\]-]{3,300})\([^()]{0,500}\)(?: in (?<path>.{1,500}):line (?<line>\d{1,7}))?$/u,
  // Python.
  /^\s*File "(?<path>[^"]{1,500})", line (?<line>\d{1,7})(?:, in (?<calls>.{1,200}))?$/u,
  // Where a function of Go lies, in the line behind its call.
  /^\s+(?<path>\S{1,500}\.(?:go|s)):(?<line>\d{1,7})(?: \+0x[\da-f]+)?$/u,
  // Rust: `12: crate::f`.
  /^\s*\d{1,4}:\s+(?:0x[\da-f]+ - )?(?<calls>\S{0,300}::\S{1,300})(?: .{0,100})?$/u,
  /^\s*\d{1,4}:\s+(?:0x[\da-f]+ - )(?<calls>\S{1,300})$/u,
  /^\s*\d{1,4}:\s+(?<calls>rust_begin_unwind|__rust_\w+|_?main|_start|__libc_start_main\S*)$/u,
  /^thread '[^']{0,100}'(?: \(\d+\))? panicked at (?<path>\S{1,500}?):(?<line>\d{1,7}):\d{1,7}:$/u,
  // Debuggers and sanitizers: `#3 0x… in f () at x.c:5`.
  /^\s*(?:\* )?(?:frame )?#\d{1,4}:?\s+(?:0x[\da-f]+ in )?(?<calls>[^\s(]{1,300}) ?\(.{0,500}\) at (?<path>\S{1,500}?):(?<line>\d{1,7})(?::\d{1,7})?$/u,
  /^\s*(?:frame )?#\d{1,4}:?\s+0x[\da-f]+ in (?<calls>[^\s(]{1,300})(?: .{0,400}?)??(?: (?<path>[^\s()]{1,300}):(?<line>\d{1,7})(?::\d{1,7})?)?$/u,
  /^\s*#\d{1,4}\s+(?<calls>[^\s(]{1,300}) ?\(.{0,500}\) from \S{1,300}$/u,
  // PHP, Ruby, and browsers other than Chrome.
  /^\s*#\d{1,4} (?<path>\S{1,500}\.php)\((?<line>\d{1,7})\): (?<calls>[^(]{1,200})\(.{0,500}$/u,
  /^\s*(?:from )?(?<path>\S{1,500}\.rb):(?<line>\d{1,7}):in [`'](?<calls>[^`']{1,200})'$/u,
  /^(?<calls>[\w.$<>/*]{0,200})@(?<path>(?:https?|file|webpack)\S{1,500}?):(?<line>\d{1,7}):\d{1,7}$/u,
];
/** How a call of Go is written in the line before its place. */
export const CALL_OF_GO =
  /^(?:created by )?(?<calls>[^\s(]{1,300}(?:\(\*?[\w.]{1,100}(?:\[\.{3}\])?\)[\w.]{0,200})?)(?:\(.{0,1000}\)| in goroutine \d+)?$/u;
/** A place by itself is a file; other lines say when something was: `at 2024-03-17 10:30:15`. */
const BARE = /^\s*at [^()]*$/u;
const OF_FILE = /[/\\<]|\.\p{L}\w{0,15}$|^node:/u;
const SCHEME = /^(?:file:\/\/(?=\/)|webpack(?:-internal)?:\/\/(?:[^/]*\/)?|https?:\/\/[^/]*\/)(?:\.\/)?/u;
const HASH_OF_RUST = /::h[\da-f]{4,16}$/u;

/** The frame that a line of a stack trace is, in any of the usual forms; undefined for another line. */
export function frameIn(line: string): TraceFrame | undefined {
  if (line.length > LONGEST) return undefined;
  for (const form of FORMS) {
    const groups = form.exec(line)?.groups;
    if (groups !== undefined && (!BARE.test(line) || OF_FILE.test(groups['path'] ?? ''))) return frameOf(groups);
  }
  return undefined;
}

function frameOf({ calls = '', path, file, line, within }: Partial<Record<string, string>>): TraceFrame {
  const written = (path ?? (file === undefined ? undefined : pathOfClass(calls, file)))?.replace(/\\/gu, '/');
  const placed = written === undefined ? undefined : pathInPackage(written.replace(SCHEME, ''));
  return {
    calls: calls.replace(HASH_OF_RUST, ''),
    isOwn: within === undefined && isOwnCode({ path: written, calls }),
    ...(placed === undefined ? {} : { path: placed }),
    ...(placed === undefined || line === undefined ? {} : { line: Number(line) }),
  };
}

/** Java and its like lay a class into the folders of its package: `a.b.C.m` of C.java lies in `a/b/C.java`. */
function pathOfClass(calls: string, file: string): string {
  const parts = (calls.split('/').at(-1) ?? '').split('.');
  return [...parts.slice(0, -2), file].join('/');
}
