// What is wrong with a Dockerfile: found without building anything.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expand, pairsOf, parseDockerfile } from './parse-dockerfile.mjs';

const SECRET = /(^|_)(TOKEN|PASSWORD|SECRET|API_KEY|APIKEY|CREDENTIALS?|PRIVATE_KEY)$/i;
/** Of each image; `${APP}` may stand in their values. */
const LABELS = ['title', 'description', 'licenses', 'version', 'revision'].map((name) => `org.opencontainers.image.${name}`);

/**
 * @param {string} text
 * @param {string} root where COPY reads from
 * @returns {string[]} one sentence for each fault
 */
export function faultsOf(text, root) {
  const { before, stages } = parseDockerfile(text);
  const last = stages.at(-1);
  if (last === undefined) return ['There is no stage.'];
  const defaults = Object.fromEntries(before.flatMap(({ text: pairs }) => pairsOf(pairs)).filter(([, value]) => value !== undefined));
  return [...stages.flatMap((stage, at) => stageFaults(stage, { earlier: stages.slice(0, at), root, defaults })), ...resultFaults(last)];
}

function stageFaults({ base, instructions }, { earlier, root, defaults }) {
  const image = expand(base, defaults);
  const isStage = earlier.some(({ name }) => name === image);
  const isPinned = isStage || image === 'scratch' || /:\d/.test(image) || image.includes('@sha256:');
  return [
    ...(isPinned ? [] : [`FROM ${image}: name a version or a digest.`]),
    ...instructions.flatMap((instruction) => [...copyFaults(instruction, earlier, root), ...secretFaults(instruction)]),
  ];
}

function copyFaults({ keyword, flags, text, line }, earlier, root) {
  if (keyword === 'ADD') return [`line ${line}: ADD fetches and unpacks: write COPY.`];
  if (keyword !== 'COPY') return [];
  const [from] = flags['from'] ?? [];
  if (from !== undefined) return earlier.some(({ name }) => name === from) ? [] : [`line ${line}: there is no stage ${from} above.`];
  const sources = text.split(/\s+/).slice(0, -1);
  return sources.filter((source) => !existsSync(join(root, source))).map((source) => `line ${line}: there is no ${source} to copy.`);
}

function secretFaults({ keyword, text, line }) {
  if (keyword !== 'ENV' && keyword !== 'ARG') return [];
  return pairsOf(text)
    .filter(([name]) => SECRET.test(name))
    .map(([name]) => `line ${line}: ${name} would be kept in the image: secrets come as files when it runs.`);
}

function resultFaults({ instructions }) {
  const last = (keyword) => instructions.findLast((instruction) => instruction.keyword === keyword);
  const [user = ''] = (last('USER')?.text ?? '').split(':');
  const labels = instructions.filter(({ keyword }) => keyword === 'LABEL').flatMap(({ text }) => pairsOf(text).map(([name]) => name));
  const inLists = ['ENTRYPOINT', 'HEALTHCHECK'].filter((keyword) => !/\[.*\]$/.test(last(keyword)?.text ?? ''));
  return [
    ...(/^[1-9]\d*$/.test(user) ? [] : [`USER is "${user}": name a number above 0, which Kubernetes can tell from root.`]),
    ...inLists.map((keyword) => `${keyword} must be there as a list: there is no shell in the image, and signals reach Node.`),
    ...(/\b(curl|wget)\b/.test(last('HEALTHCHECK')?.text ?? '') ? ['HEALTHCHECK uses a program that is not in the image.'] : []),
    ...LABELS.filter((label) => !labels.includes(label)).map((label) => `LABEL ${label} is missing.`),
  ];
}
