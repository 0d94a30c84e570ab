import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listProjects } from '../workspace/projects.mjs';

const SCOPE = '@tributary/';
/** From the outside in: an arrow points from a layer to one below it. */
const LAYERS = [
  'app',
  'composition',
  'feature',
  'client',
  'adapter',
  'runtime',
  'platform',
  'port',
  'pure',
  'contracts',
  'kernel',
  'testing',
];

/**
 * The page docs/architecture.md, made from the workspace's own package.json files and READMEs.
 * @param {string} root the workspace root
 */
export function architecturePage(root) {
  const projects = listProjects(root).map((project) => describe(root, project));
  return [
    '# Architecture',
    '',
    'Generated from the package.json files and READMEs of the workspace by `npm run docs`; do not edit. Why the parts are cut this way is in [adr](adr/).',
    '',
    ...LAYERS.flatMap((layer) =>
      layerSection(
        layer,
        projects.filter((project) => project.layer === layer),
      ),
    ),
  ].join('\n');
}

function layerSection(layer, projects) {
  if (projects.length === 0) return [];
  return [
    `## ${layer}`,
    '',
    '| project | what it is | imports |',
    '|---|---|---|',
    ...projects.map(({ directory, summary, imports }) => `| [${directory}](../${directory}) | ${summary} | ${imports.join(', ') || '–'} |`),
    '',
  ];
}

function describe(root, { directory, manifest }) {
  const tag = manifest.nx?.tags?.find((each) => each.startsWith('type:')) ?? '';
  const imports = Object.keys(manifest.dependencies ?? {})
    .filter((name) => name.startsWith(SCOPE))
    .map((name) => name.slice(SCOPE.length));
  return { directory, layer: tag.slice('type:'.length), summary: firstSentence(join(root, directory, 'README.md')), imports };
}

/** The first sentence below the heading of a README. */
function firstSentence(path) {
  if (!existsSync(path)) return '';
  const paragraph = readFileSync(path, 'utf8')
    .split(/\n\s*\n/)
    .find((block) => block.trim() !== '' && !block.startsWith('#'));
  const text = (paragraph ?? '').replace(/\s+/g, ' ').trim();
  return (/^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text).replaceAll('|', '\\|');
}
