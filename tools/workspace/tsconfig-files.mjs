// What the tsconfig files of the workspace must contain, computed from the projects' dependencies.
import { posix } from 'node:path';

/** Files that are compiled with the tests and never reach `dist`. */
const TEST_SOURCES = ['src/**/*.test.ts', 'src/**/*.bench.ts', 'src/**/*.fixture.ts', 'src/**/conformance/**/*.ts'];
/** Sample inputs of tests: never compiled, also when they are TypeScript. */
const SAMPLES = ['src/**/fixtures/**'];
const LINE_WIDTH = 140;
/** What a project that runs in a browser is compiled with: Vite makes its files, so the compiler only checks. */
const IN_A_BROWSER = { lib: ['ES2025', 'DOM', 'DOM.Iterable'], jsx: 'react-jsx' };

/**
 * @param {ReturnType<typeof import('./projects.mjs').listProjects>} projects
 * @returns {Record<string, string>} content by path relative to the workspace root
 */
export function expectedFiles(projects) {
  const byName = new Map(projects.map((project) => [project.name, project]));
  const files = {};
  for (const project of projects) {
    files[`${project.directory}/tsconfig.json`] = solutionFile(project);
    files[`${project.directory}/tsconfig.lib.json`] = libFile(project, byName);
    files[`${project.directory}/tsconfig.spec.json`] = specFile(project, byName);
  }
  files['tools/tsconfig.json'] = toolsFile(projects);
  files['tsconfig.build.json'] = referencesOnly(
    projects.filter((project) => !isConsole(project)).map(({ directory }) => `./${directory}/tsconfig.lib.json`),
  );
  files['tsconfig.json'] = referencesOnly([...projects.map(({ directory }) => `./${directory}`), './tools']);
  return files;
}

function solutionFile(project) {
  return json({
    extends: baseOf(project),
    files: [],
    include: [],
    references: asReferences(['./tsconfig.lib.json', './tsconfig.spec.json']),
  });
}

function libFile(project, byName) {
  return json({
    extends: baseOf(project),
    compilerOptions: {
      rootDir: 'src',
      outDir: 'dist',
      tsBuildInfoFile: 'dist/tsconfig.lib.tsbuildinfo',
      ...(isConsole(project) ? { ...IN_A_BROWSER, types: [], emitDeclarationOnly: true } : {}),
    },
    include: ['src/**/*.ts', ...(isConsole(project) ? ['src/**/*.tsx'] : []), 'src/**/*.json'],
    exclude: [...TEST_SOURCES, ...SAMPLES],
    references: asReferences(dependenciesOf(project, byName, ['dependencies']).map((other) => pathTo(project, other, 'tsconfig.lib.json'))),
  });
}

// A project that exports `./conformance` compiles that folder with its tests, so whoever runs the suite references its tests too.
function specFile(project, byName) {
  const others = dependenciesOf(project, byName, ['dependencies', 'devDependencies']);
  return json({
    extends: baseOf(project),
    compilerOptions: {
      rootDir: 'src',
      outDir: 'dist/spec',
      tsBuildInfoFile: 'dist/tsconfig.spec.tsbuildinfo',
      emitDeclarationOnly: true,
      ...(isConsole(project) ? IN_A_BROWSER : {}),
    },
    include: [...TEST_SOURCES, 'src/**/*.d.ts'],
    exclude: SAMPLES,
    references: asReferences([
      './tsconfig.lib.json',
      ...others.map((other) => pathTo(project, other, 'tsconfig.lib.json')),
      ...others.filter(({ manifest }) => manifest.exports?.['./conformance']).map((other) => pathTo(project, other, 'tsconfig.spec.json')),
    ]),
  });
}

// The tools' TypeScript, and their JavaScript through its doc comments; nothing is emitted.
function toolsFile(projects) {
  return json({
    extends: '../tsconfig.base.json',
    compilerOptions: {
      noEmit: true,
      allowImportingTsExtensions: true,
      allowJs: true,
      checkJs: true,
      noImplicitAny: false,
      noPropertyAccessFromIndexSignature: false,
    },
    include: ['**/*.ts', '**/*.mjs', '../*.ts', '../libs/**/src/**/*.d.ts'],
    references: asReferences(projects.map(({ directory }) => `../${directory}/tsconfig.lib.json`)),
  });
}

function isConsole({ manifest }) {
  return manifest.nx?.tags?.includes('type:console') === true;
}

function dependenciesOf(project, byName, fields) {
  const names = fields.flatMap((field) => Object.keys(project.manifest[field] ?? {}));
  return [...new Set(names)]
    .filter((name) => byName.has(name))
    .sort()
    .map((name) => byName.get(name));
}

function pathTo(project, other, file) {
  return posix.join(posix.relative(project.directory, other.directory), file);
}

function baseOf(project) {
  return posix.relative(project.directory, 'tsconfig.base.json');
}

function referencesOnly(paths) {
  return json({ files: [], references: asReferences(paths) });
}

function asReferences(paths) {
  return paths.map((path) => ({ path }));
}

// As the formatter writes it: a list stands on one line where it fits, an object inside a list always.
function json(value) {
  return `${block(value, '')}\n`;
}

function block(value, indent) {
  const entries = Object.entries(value);
  const lines = entries.map(
    ([key, content], position) =>
      `${indent}  ${property(key, content, { indent: `${indent}  `, isLast: position === entries.length - 1 })}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

function property(key, content, { indent, isLast }) {
  const start = `${JSON.stringify(key)}: `;
  if (typeof content !== 'object') return start + JSON.stringify(content);
  if (!Array.isArray(content)) return start + block(content, indent);
  const items = content.map(onOneLine);
  const line = `${start}[${items.join(', ')}]`;
  if (indent.length + line.length + (isLast ? 0 : 1) <= LINE_WIDTH) return line;
  return `${start}[\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}]`;
}

function onOneLine(item) {
  if (typeof item !== 'object') return JSON.stringify(item);
  return `{ ${Object.entries(item)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(', ')} }`;
}
