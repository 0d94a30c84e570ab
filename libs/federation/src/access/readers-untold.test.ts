import { PointsInput, localOwner, type Principal } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { ReadPoints } from '../points/read-points.use-case.js';
import { FIELDS, adopt } from '../testbed/foreign-collection.fixture.js';
import { Testbed, reader } from '../testbed/testbed.fixture.js';

const ROWS = [{ owner: ['anna', 'ben'] }, { readers: ['user:anna', 'group:secret'] }, { owner: 'anna', readers: ['*'] }, {}];

it('who else may read a row of an adopted collection is told by no hit, document or point, but to the owner of the server', async () => {
  await using bed = await Testbed.open();
  const fields = { ...FIELDS, user_id: 'metadata.owner', acl: 'metadata.readers' };
  const { name } = await adopt(bed, { fields, extra: (at) => ({ ...ROWS[at], row: at }) });
  const points = new ReadPoints(bed);
  const told = async (principal: Principal) => {
    const context = { principal, signal: new AbortController().signal };
    const { hits } = await bed.run({ query: 'boiler pressure slates cat', per_document: 5, limit: 10 }, { principal });
    const scrolled = await points.run(PointsInput.parse({ collection: name }), context);
    const named = await points.run(PointsInput.parse({ collection: name, ids: scrolled.points.map(({ id }) => id) }), context);
    const documents = ['boiler.md', 'roof.md', 'cat.md'].map((key) =>
      bed.fetch.run({ uri: `tributary://${name}/${key}`, token_budget: 1_000 }, { principal }),
    );
    expect(hits).toHaveLength(4);
    expect(scrolled.points).toHaveLength(4);
    return [hits, scrolled.points, named.points, await Promise.all(documents)].map((answer) => JSON.stringify(answer));
  };
  for (const answer of await told(reader({ user_id: 'anna' }))) {
    expect(answer).not.toMatch(/ben|secret/);
    expect(answer).toContain('"row":0');
  }
  for (const answer of (await told(localOwner)).slice(0, 3)) expect(answer).toMatch(/"ben".*"group:secret"|"group:secret".*"ben"/s);
});
