import { expect, it } from 'vitest';
import { startApi, TOKEN } from '../http/http-api.fixture.js';

it('tells the owner what assistants asked, and no other admin', async () => {
  const admin = { token: 'secret-of-an-admin', scopes: ['search:read', 'admin'], groups: [], collections: ['logs-*'] };
  const api = await startApi({ allowGuest: true, tokens: { admin } });
  const asked = (token: string) => fetch(`${api.url}/api/assistant-calls`, { headers: { authorization: `Bearer ${token}` } });
  try {
    expect((await asked(TOKEN)).status).toBe(200);
    const refused = await asked(admin.token);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('Only the owner')]);
  } finally {
    await api.close();
  }
});
