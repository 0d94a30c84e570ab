import { expect, it } from 'vitest';
import { z } from 'zod';
import { readRequest } from './read-request.js';

const Page = z.strictObject({ line: z.number().int().positive().optional(), share: z.number().gt(0).lt(1).optional() });
const Request = Page.extend({
  id: z.string().min(1).max(3).optional(),
  ids: z.array(z.string()).min(1).max(2).optional(),
  below: z.number().int().lt(10).default(1),
  pages: z.array(Page).optional(),
});

it.each([
  [{ line: 0 }, 'line: must be at least 1.'],
  [{ pages: [{ line: -3 }] }, 'pages.0.line: must be at least 1.'],
  [{ share: 0 }, 'share: must be greater than 0.'],
  [{ share: 1 }, 'share: must be less than 1.'],
  [{ below: 10 }, 'below: must be at most 9.'],
  [{ id: '' }, 'id: must have at least 1 character.'],
  [{ id: 'abcd' }, 'id: must have at most 3 characters.'],
  [{ ids: [] }, 'ids: must have at least 1 item.'],
  [{ ids: ['a', 'b', 'c'] }, 'ids: must have at most 2 items.'],
])('names a bound that the value does not meet: %j', (request, message) => {
  expect(readRequest(Request, request)).toMatchObject({ fault: { message } });
});
