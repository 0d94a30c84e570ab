import type { Tool } from '../tools/tool.js';
import { fixtureTool, text } from './fixture-tool.js';

/** Tools whose input schema uses what 2020-12 and the header mapping of 2026-07-28 have. */
export const schemaTools: readonly Tool[] = [
  fixtureTool({
    name: 'json_schema_2020_12_tool',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: () => text('Taken.'),
  }),
  fixtureTool({
    name: 'test_header_parameter',
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    },
    run: () => text('Taken.'),
  }),
];
