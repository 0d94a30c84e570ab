import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tool } from '../tools/tool.js';
import { fixtureTool, text } from './fixture-tool.js';
import { PNG, WAV } from './samples.js';

const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;

/** Tools for each kind of content, for errors, log messages and progress. */
export const contentTools: readonly Tool[] = [
  fixtureTool({ name: 'test_simple_text', run: () => text('This is a simple text response for testing.') }),
  fixtureTool({ name: 'test_image_content', run: () => ({ content: [image] }) }),
  fixtureTool({ name: 'test_audio_content', run: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }) }),
  fixtureTool({
    name: 'test_embedded_resource',
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
        },
      ],
    }),
  }),
  fixtureTool({
    name: 'test_multiple_content_types',
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: JSON.stringify({ test: 'data', value: 123 }),
          },
        },
      ],
    }),
  }),
  fixtureTool({
    name: 'test_error_handling',
    run: () => Promise.reject(new Error('This tool intentionally returns an error for testing')),
  }),
  ...['test_tool_with_logging', 'test_logging_tool'].map((name) =>
    fixtureTool({
      name,
      async run({ request }) {
        for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
          // oxlint-disable-next-line typescript/no-deprecated -- the 2025 revisions still have it, and their scenarios ask for it
          await request.log('info', message);
          await nextTurn();
        }
        return text('Logged three messages.');
      },
    }),
  ),
  fixtureTool({
    name: 'test_tool_with_progress',
    async run({ progress }) {
      for (const done of [0, 50, 100]) {
        await progress?.({ done, total: 100 });
        await nextTurn();
      }
      return text('Told three times how far it is.');
    },
  }),
];
