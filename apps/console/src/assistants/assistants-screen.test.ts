import { describe, expect, it } from 'vitest';
import { seriousFaults } from '../browser/accessibility.fixture.js';
import { useConsole } from '../browser/console-bed.fixture.js';

const started = useConsole({ files: { 'a.md': '# Tides\n\nHigh water is at noon.\n' }, env: { TRIBUTARY_MCP__KEPT_CALLS: '10' } });

async function askOverMcp(query: string): Promise<void> {
  const response = await fetch(`${started().url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search', arguments: { query } } }),
  });
  expect(await response.text()).toContain('High water');
}

describe('the assistants screen', { timeout: 120_000 }, () => {
  it('has for each client what to copy', async () => {
    const { page, complaints } = await started().open('/assistants');
    await page.getByRole('button', { name: 'Copy for Claude Code' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `claude mcp add --transport http tributary ${started().url}/mcp`,
    );
    await page.getByLabel('Tools').selectOption('qdrant');
    await page.getByRole('button', { name: 'Copy for Cursor' }).click();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual({
      mcpServers: { tributary: { url: `${started().url}/mcp/qdrant` } },
    });
    expect(complaints).toEqual([]);
  });

  it('shows the owner what assistants asked and were answered, and nobody else', async () => {
    await askOverMcp('when is high water');
    expect((await fetch(`${started().url}/api/assistant-calls`)).status).toBe(403);
    const { page } = await started().open('/sign-in');
    await page.getByLabel('Token').fill(started().token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('owner', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Assistants' }).click();
    const call = page.getByRole('listitem').filter({ hasText: 'when is high water' });
    await call.locator('summary').click();
    expect(await call.getByLabel('What it was answered').innerText()).toContain('High water is at noon');
    expect(await seriousFaults(page)).toEqual([]);
  });

  it.each([
    ['light', 390],
    ['light', 320],
    ['dark', 1280],
  ] as const)('has no serious fault of accessibility in %s colours at %i pixels', async (colorScheme, width) => {
    const { page } = await started().open('/assistants', { colorScheme, width });
    await page.getByRole('heading', { name: 'Cursor' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const screens = await page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.getBoundingClientRect().right <= window.innerWidth, link.checkVisibility()]));
    expect(screens).toEqual(Array.from({ length: 6 }, () => [true, true]));
  });
});
