import { describe, expect, it } from 'vitest';
import { documentTypeOf, languageOf } from './languages.js';

describe('languageOf', () => {
  it.each([
    ['src/a.ts', 'typescript'],
    ['a.TSX', 'typescript'],
    ['b.mjs', 'javascript'],
    ['c.py', 'python'],
    ['deep/x.tar/d.rs', 'rust'],
    ['Makefile', 'make'],
    ['docker/Dockerfile.prod', 'dockerfile'],
    ['app.dockerfile', 'dockerfile'],
    ['README', 'markdown'],
    ['README.rst', 'rst'],
    ['LICENSE', 'text'],
    ['notes.txt', 'text'],
    ['x.d.ts', 'typescript'],
    ['compose.yml', 'yaml'],
    ['.editorconfig', 'ini'],
    ['App/View.m', 'objective-c'],
    ['kernel.CU', 'cuda'],
    ['ci/Jenkinsfile', 'groovy'],
    ['src/CMakeLists.txt', 'cmake'],
    ['lib/BUILD', 'starlark'],
    ['bin/build', undefined],
    ['build.log', 'text'],
    ['meson.build', 'meson'],
    ['requirements.txt', 'text'],
    ['gradlew', 'shell'],
    ['gradlew.bat', 'batch'],
    ['.bashrc', 'shell'],
    ['go.mod', 'go'],
    ['archive.unknown', undefined],
    ['bin/run', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('%s is %s', (path, language) => {
    expect(languageOf(path)).toBe(language);
  });
});

describe('documentTypeOf', () => {
  it('tells programs and their configuration from what people read', () => {
    expect(
      ['a.ts', 'b.py', 'c.json', 'd.yaml', 'Dockerfile', 'e.sql', 'f.css', 'g.m', 'CMakeLists.txt', 'Jenkinsfile'].map(documentTypeOf),
    ).toEqual(Array.from({ length: 10 }, () => 'code'));
    expect(['a.md', 'b.txt', 'LICENSE', 'c.csv', 'd.html', 'e.rst', 'x.unknown', 'bin/run'].map(documentTypeOf)).toEqual(
      Array.from({ length: 8 }, () => 'doc'),
    );
  });
});
