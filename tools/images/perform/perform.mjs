// Performs the lines of a Dockerfile in folders: what a container engine would make of it, where there is none.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { expand, pairsOf, parseDockerfile } from '../dockerfile/parse-dockerfile.mjs';
import { baseRoot } from './base-root.mjs';
import { contextFilter, copy } from './copy-instruction.mjs';
import { run } from './run-instruction.mjs';
import { runOrThrow } from './run-or-throw.mjs';

/**
 * @typedef {{ env: Record<string, string>, labels: Record<string, string>, workdir: string, user: string, entrypoint: string[], healthcheck: string[] }} ImageConfig
 * @param {{ context: string, file: string, work: string, cache: string, node: string, args: Record<string, string>, log: (line: string) => void }} build
 *   `work` is emptied and gets a folder for each stage
 * @returns {{ root: string, config: ImageConfig }} the last stage
 */
export function perform({ context, file, work, cache, node, args, log }) {
  const { before, stages } = parseDockerfile(readFileSync(file, 'utf8'));
  rmSync(work, { recursive: true, force: true });
  const global = argumentsOf(before, args);
  const isTaken = contextFilter(context);
  const done = new Map();
  for (const [at, stage] of stages.entries()) {
    const root = join(work, stage.name ?? `stage-${at}`);
    const image = expand(stage.base, global);
    log(`FROM ${image}${stage.name === undefined ? '' : ` AS ${stage.name}`}`);
    const config = begin(image, root, { done, cache, node });
    for (const instruction of stage.instructions)
      apply(instruction, { root, config, given: { ...global, ...args }, context, isTaken, done, log });
    done.set(stage.name ?? String(at), { root, config });
  }
  return [...done.values()].at(-1);
}

function begin(image, root, { done, cache, node }) {
  const earlier = done.get(image);
  if (image === 'scratch') mkdirSync(root, { recursive: true });
  else {
    mkdirSync(join(root, '..'), { recursive: true });
    runOrThrow('cp', ['--archive', '--reflink=auto', earlier?.root ?? baseRoot(image, { cache, node }), root]);
  }
  const path = image === 'scratch' ? {} : { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
  const fresh = { env: path, args: {}, labels: {}, workdir: '/', user: '0', entrypoint: [], healthcheck: [] };
  return earlier === undefined ? fresh : { ...structuredClone(earlier.config), args: {} };
}

function argumentsOf(instructions, given) {
  const pairs = instructions.flatMap(({ text }) => pairsOf(text));
  return Object.fromEntries(pairs.map(([name, value]) => [name, given[name] ?? value ?? '']));
}

function apply(instruction, stage) {
  const { config, root, log } = stage;
  const { keyword, flags, line } = instruction;
  const values = { ...config.args, ...config.env };
  // The shell of a RUN puts variables in itself.
  const text = keyword === 'RUN' ? instruction.text : expand(instruction.text, values);
  const startedAt = performance.now();
  if (keyword === 'ARG') Object.assign(config.args, argumentsOf([instruction], stage.given));
  else if (keyword === 'ENV') Object.assign(config.env, Object.fromEntries(pairsOf(text)));
  else if (keyword === 'LABEL') Object.assign(config.labels, Object.fromEntries(pairsOf(text)));
  else if (keyword === 'USER') config.user = text;
  else if (keyword === 'WORKDIR') mkdirSync(join(root, (config.workdir = resolve(config.workdir, text))), { recursive: true });
  else if (keyword === 'ENTRYPOINT') config.entrypoint = JSON.parse(text);
  else if (keyword === 'HEALTHCHECK') config.healthcheck = JSON.parse(text.replace(/^.*?CMD\s+/, ''));
  else if (keyword === 'RUN')
    run(instruction, { root, workdir: config.workdir, env: values, caches: { '/var/cache/npm': join(homedir(), '.npm') } });
  else if (keyword === 'COPY') copyInto(stage, { ...instruction, text });
  else if (!['EXPOSE', 'STOPSIGNAL'].includes(keyword)) throw new Error(`Dockerfile:${line}: ${keyword} cannot be performed here.`);
  log(`  ${keyword}${flags['from'] ? ` --from=${flags['from'][0]}` : ''} ${text} (${Math.round(performance.now() - startedAt)} ms)`);
}

function copyInto({ root, config, context, isTaken, done }, instruction) {
  const [from] = instruction.flags['from'] ?? [];
  const place = { to: root, workdir: config.workdir };
  if (from === undefined) copy(instruction, { ...place, from: context, isTaken });
  else copy(instruction, { ...place, from: done.get(from).root, isTaken: () => true });
}
