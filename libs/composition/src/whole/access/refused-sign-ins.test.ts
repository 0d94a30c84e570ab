import { createLogger } from '@tributary/platform';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

const lines: string[] = [];
const destination = { write: (line: string) => lines.push(line) };
const logger = createLogger({ level: 'info', format: 'json' }, { component: 'test', destination });
const WRONG = 'wrong-token-of-nobody';

let bed: AccessBed;
beforeAll(async () => {
  bed = await openAccessBed({ ada: { scopes: ['search:read'], userId: 'ada' } }, [], logger);
});

const Line = z.looseObject({ msg: z.string() });
const refusals = () => lines.map((line) => Line.parse(JSON.parse(line))).filter(({ msg }) => msg === 'sign-in refused');

it('are told in one line, by address and never with the token, and counted; who sends none is only asked', async () => {
  expect((await bed.call('', '/api/collections')).status).toBe(401);
  expect((await bed.call(tokenOf('ada'), '/api/collections')).status).toBe(200);
  expect(refusals()).toEqual([]);
  for (let n = 0; n < 20; n++) {
    expect((await bed.call('', '/api/session', { token: WRONG })).status).toBe(401);
    expect((await bed.call(WRONG, '/api/collections')).status).toBe(401);
    expect((await bed.mcp(WRONG, 'tools/list')).status).toBe(401);
  }
  expect(refusals()).toMatchObject([{ level: 'warn', address: '127.0.0.1', refused: 1 }]);
  expect((await bed.call(bed.owner, '/metrics')).text).toMatch(/^tributary_sign_ins_refused_total(?:\{[^}]*\})? 60$/m);
  await bed.close();
  expect(refusals()).toMatchObject([{ refused: 1 }, { refused: 59 }]);
  expect(lines.join('')).not.toContain(WRONG);
});
