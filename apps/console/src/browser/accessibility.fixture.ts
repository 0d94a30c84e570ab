import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const Violations = z.array(
  z.object({ id: z.string(), impact: z.string().nullable(), help: z.string(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** What axe finds on a page that is serious or worse, one line each. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated by the debugger, which no content security policy holds.
  await page.evaluate(source);
  const found = Violations.parse(
    await page.evaluate('axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)'),
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
