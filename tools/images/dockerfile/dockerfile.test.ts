import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { faultsOf } from './dockerfile-rules.mjs';
import { expand, pairsOf, parseDockerfile } from './parse-dockerfile.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OURS = readFileSync(`${ROOT}docker/Dockerfile`, 'utf8');

describe('a Dockerfile', () => {
  it('is read with continued lines, flags, lists and comments', () => {
    const { before, stages } = parseDockerfile(
      'ARG BASE=a:1\n# words\nFROM ${BASE} AS build\nRUN --mount=type=cache,target=/c one \\\n  # between\n  two\nFROM scratch\nCOPY --from=build --chown=1:1 /a /b\nENTRYPOINT ["/a", "b"]\n',
    );
    expect(before.map(({ text }) => text)).toEqual(['BASE=a:1']);
    expect(stages.map(({ name, base }) => [name, base])).toEqual([
      ['build', '${BASE}'],
      [undefined, 'scratch'],
    ]);
    expect(stages[0]?.instructions[0]).toMatchObject({
      keyword: 'RUN',
      flags: { mount: ['type=cache,target=/c'] },
      text: 'one two',
      line: 4,
    });
    expect(stages[1]?.instructions).toMatchObject([
      { keyword: 'COPY', flags: { from: ['build'], chown: ['1:1'] }, text: '/a /b' },
      { keyword: 'ENTRYPOINT', json: ['/a', 'b'] },
    ]);
  });

  it('has its arguments put in, with what stands for missing ones', () => {
    expect(expand('$A-${B}-${C:-c}-${D}', { A: 'a', B: 'b' })).toBe('a-b-c-');
    expect(pairsOf('A=1 B="two words" C')).toEqual([
      ['A', '1'],
      ['B', 'two words'],
      ['C', undefined],
    ]);
  });

  it('is refused where a line is not understood', () => {
    expect(() => parseDockerfile('FROM a:1\nINSTALL b\n')).toThrow('Dockerfile:2: not understood: INSTALL b');
  });
});

describe('the Dockerfile of the apps', () => {
  it('has no fault', () => {
    expect(faultsOf(OURS, ROOT)).toEqual([]);
  });

  it.each([
    ['USER 10001:10001', 'USER root', 'USER is "root"'],
    ['USER 10001:10001', 'USER 0', 'USER is "0"'],
    ['COPY . .', 'COPY not-there .', 'there is no not-there to copy'],
    ['COPY --from=build /image /', 'COPY --from=elsewhere /image /', 'there is no stage elsewhere above'],
    ['NODE_ENV=production', 'TRIBUTARY_SERVER__TOKEN=abc', 'TRIBUTARY_SERVER__TOKEN would be kept in the image'],
    ['ARG NODE_IMAGE=node:24-bookworm-slim', 'ARG NODE_IMAGE=node:latest', 'name a version or a digest'],
    ['CMD ["/app/bin/node", "/app/health.mjs"]', 'CMD curl localhost', 'HEALTHCHECK must be there as a list'],
    ['ENTRYPOINT ["/app/bin/node",', 'ENTRYPOINT exec "/app/bin/node",', 'ENTRYPOINT must be there as a list'],
    ['org.opencontainers.image.licenses="Apache-2.0"', 'note="none"', 'LABEL org.opencontainers.image.licenses is missing'],
    ['COPY . .', 'ADD https://example.org/a.tar .', 'ADD fetches and unpacks'],
  ])('is refused with %s replaced by %s', (ours, other, fault) => {
    expect(OURS).toContain(ours);
    expect(faultsOf(OURS.replaceAll(ours, other), ROOT)).toContainEqual(expect.stringContaining(fault));
  });
});
