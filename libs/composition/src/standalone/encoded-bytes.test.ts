import { FetchInput, SearchRequest, StoreInput, localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStandalone } from './start-standalone.js';

const PICTURE = Buffer.from(Array.from({ length: 700_000 }, (_, n) => (n * 7919 + (n >>> 8)) & 255)).toString('base64');
const FOLDED = PICTURE.replaceAll(/.{76}(?=.)/g, '$&\n');
const words = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n.toString()}`).join(' ');
const RAIN = words('rain', 300);
const SNOW = words('snow', 900);

/** Texts, and what is shown of them. */
const TEXTS: Readonly<Record<string, readonly [text: string, shown: string]>> = {
  'one line': [
    `{"rain":"${RAIN}","image":"data:image/png;base64,${PICTURE}","alt":"Chart and so on…","snow":"${SNOW} zeppelin"}`,
    `{"rain":"${RAIN}","image":"data:image/png;base64,…","alt":"Chart and so on…","snow":"${SNOW} zeppelin"}`,
  ],
  'two pictures': [
    `${RAIN} (data:image/png;base64,${PICTURE}) between (data:image/png;base64,${PICTURE}) ${SNOW}\n\nThe zeppelin.`,
    `${RAIN} (data:image/png;base64,…) between (data:image/png;base64,…) ${SNOW}\n\nThe zeppelin.`,
  ],
  'a line of its own': [
    `${RAIN}\n<img src="data:image/png;base64,\n${PICTURE}" alt="${SNOW} zeppelin">\n`,
    `${RAIN}\n<img src="data:image/png;base64,…\n…" alt="${SNOW} zeppelin">`,
  ],
  'folded lines': [
    `${RAIN}\n<img src="data:image/png;base64,${FOLDED}" alt="${SNOW} zeppelin">\n`,
    `${RAIN}\n<img src="data:image/png;base64,…${'\n'.repeat(FOLDED.split('\n').length - 1)}…" alt="${SNOW} zeppelin">`,
  ],
};

describe.each(Object.entries(TEXTS))('a text with a picture in it: %s', { timeout: 120_000 }, (id, [text, shown]) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: Awaited<ReturnType<typeof startStandalone>>;
  const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(60_000) });
  const uri = `tributary://notes/${id}`;
  const fetch = (input: object) => server.operations.fetch(FetchInput.parse({ uri, ...input }), context());

  beforeAll(async () => {
    folder = await temporaryFolder();
    const overrides = [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
    ];
    server = await startStandalone({ configuration: await loadConfiguration({ environment: {}, overrides }), logger: silentLogger });
    await server.operations.store(StoreInput.parse({ collection: 'notes', id, text }), context());
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await folder.remove();
  });

  it('is fetched as it is, with an ellipsis in its place', async () => {
    expect((await fetch({ token_budget: 200_000 })).content).toBe(shown);
  });

  it('is read to its end by the places where it was cut', async () => {
    const parts: string[] = [];
    let answer = await fetch({ token_budget: 300 });
    for (; answer.truncated; parts.push(answer.content)) {
      if (parts.length > 0) answer = await fetch({ token_budget: 300, ...(answer.range && behind(answer.range.end)) });
      expect(answer.content).not.toBe('');
    }
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.join('')).toBe(shown);
  });

  it('is fetched from where a hit begins, and on from where its passage was cut', async () => {
    const { hits } = await server.operations.search(SearchRequest.parse({ query: 'zeppelin', limit: 1, deadline_ms: 30_000 }), context());
    const [hit] = hits;
    if (hit?.range === undefined) throw new Error('no hit with a place');
    expect(text.split('\n')[hit.range.start[0] - 1]?.slice(hit.range.start[1] - 1)).toMatch(beginningOf(hit.content));
    const [start_line, start_column] = hit.range.start;
    expect((await fetch({ start_line, start_column })).content).toBe(shown.slice(shown.indexOf(hit.content)));

    const cut = await fetch({ uri: hit.uri, token_budget: 50 });
    expect(cut.truncated).toBe(true);
    const rest = await fetch({ ...(cut.range && behind(cut.range.end)) });
    expect(cut.content + rest.content).toBe(shown.slice(shown.indexOf(hit.content)));
  });
});

const behind = ([line, column]: readonly [number, number]) => ({ start_line: line, start_column: column + 1 });

function beginningOf(content: string): RegExp {
  return new RegExp(`^${content.slice(0, 10).replaceAll(/[^\w ]/g, '.')}`);
}
