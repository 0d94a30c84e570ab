// Reads a Dockerfile: its stages, and what each of their lines does with the arguments given.

/**
 * @typedef {{ keyword: string, flags: Record<string, string[]>, text: string, json: string[] | undefined, line: number }} Instruction
 *   `text` is what follows the flags, as it stands; `json` the same where it is written as a list
 * @typedef {{ name: string | undefined, base: string, instructions: Instruction[] }} Stage `base` may hold arguments
 */

const KNOWN = new Set('ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(' '));

/**
 * @param {string} text
 * @returns {{ before: Instruction[], stages: Stage[] }} `before` are the arguments above the first stage
 */
export function parseDockerfile(text) {
  const before = [];
  const stages = [];
  for (const instruction of instructionsOf(text)) {
    if (instruction.keyword === 'FROM') stages.push(stageOf(instruction));
    else (stages.at(-1)?.instructions ?? before).push(instruction);
  }
  return { before, stages };
}

function stageOf({ text, line }) {
  const [, base, name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(text) ?? [];
  if (base === undefined) throw new Error(`Dockerfile:${line}: FROM takes an image and a name: ${text}`);
  return { name, base, instructions: [] };
}

/** Joins continued lines and leaves comments out. */
function instructionsOf(text) {
  const found = [];
  let open;
  text.split('\n').forEach((raw, index) => {
    if (/^\s*(#|$)/.test(raw)) return;
    open ??= { line: index + 1, parts: [] };
    const isContinued = /\\\s*$/.test(raw);
    open.parts.push(raw.replace(/\\\s*$/, '').trim());
    if (isContinued) return;
    found.push(instructionOf(open.parts.join(' '), open.line));
    open = undefined;
  });
  if (open !== undefined) throw new Error(`Dockerfile:${open.line}: the last line is continued by nothing.`);
  return found;
}

function instructionOf(source, line) {
  const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(source) ?? [];
  const keyword = word.toUpperCase();
  if (!KNOWN.has(keyword)) throw new Error(`Dockerfile:${line}: not understood: ${source}`);
  const flags = {};
  let text = rest;
  for (let flag = /^--([a-z-]+)=(\S+)\s+/.exec(text); flag !== null; flag = /^--([a-z-]+)=(\S+)\s+/.exec(text)) {
    (flags[flag[1]] ??= []).push(flag[2]);
    text = text.slice(flag[0].length);
  }
  return { keyword, flags, text, json: listOf(text), line };
}

function listOf(text) {
  if (!text.startsWith('[')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `$NAME`, `${NAME}` and `${NAME:-otherwise}` by their values. @param {string} text @param {Record<string, string>} values */
export function expand(text, values) {
  return text.replace(/\$(?:\{(?<braced>\w+)(?::-(?<otherwise>[^}]*))?\}|(?<bare>\w+))/g, (...match) => {
    const { braced, otherwise, bare } = match.at(-1);
    const value = values[braced ?? bare];
    return value === undefined || value === '' ? (otherwise ?? '') : value;
  });
}

/** The pairs of `ENV`, `LABEL` and `ARG`. @param {string} text @returns {[string, string | undefined][]} */
export function pairsOf(text) {
  return [...text.matchAll(/([\w.-]+)(?:=("(?:[^"\\]|\\.)*"|\S*))?/g)].map(([, name = '', value]) => [
    name,
    value?.replace(/^"(.*)"$/, '$1'),
  ]);
}
