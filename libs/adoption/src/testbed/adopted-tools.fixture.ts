import { expect, it } from 'vitest';
import { OTHER_TOOLS, PASSAGES } from './other-tools.fixture.js';
import type { RealEngineBed } from './real-engine.fixture.js';

type OtherTool = (typeof OTHER_TOOLS)[number];
/** Its name, the tool, and the collection that it wrote. */
type ToolCollection = readonly [name: string, tool: OtherTool, collection: string];

/** The tools that write into an engine, each with a collection of its own. */
export function toolsOf(engine: OtherTool['engine']): readonly ToolCollection[] {
  return OTHER_TOOLS.filter((tool) => tool.engine === engine).map((tool, at) => [tool.tool, tool, `tool-${at.toString()}`] as const);
}

/** What holds of a collection by whatever tool. @param bed asked for within a test */
export function itIsBoundAndSearched(tools: readonly ToolCollection[], bed: () => RealEngineBed): void {
  it.each(tools)('%s is bound with the right fields and model, and searched in every lane', async (_, tool, collection) => {
    const record = await bed().adopt(collection);
    expect(record).toMatchObject({
      adopted: collection,
      card: {
        fields: tool.fields,
        payload_layout: tool.layout,
        vectors: { dense: tool.vector },
        model: { name: 'static', dimension: 256 },
      },
    });
    const worming = PASSAGES.find(({ file }) => file === 'cat.md')?.text;
    expect(await bed().best(record, 'worming tablet')).toEqual({ semantic: worming, keyword: worming, fuzzy: worming });
    expect((await bed().best(record, 'tablt'))['fuzzy']).toBe(worming);
  });
}
