import { Problem, routes, type Route } from '@tributary/contracts';
import { z } from 'zod';
import { HTTP_STATUS } from '../http/problem.js';
import { Schemas } from './schemas.js';

const DESCRIPTION = `One search over every collection an assistant can reach. Errors are \`application/problem+json\` with a \`code\` that does not change: docs/errors.md has each of them, its status and what to do next.
The same request may be sent again after \`429\`, \`503\` and \`504\`, as late as \`Retry-After\` says; after another status it comes to the same end, unless the code says otherwise.
Who may call, and what he sees: docs/access.md.`;

const STATUSES = Object.entries(HTTP_STATUS)
  .map(([category, status]) => `${status.toString()} ${category.replaceAll('_', ' ')}`)
  .join(', ');

const PARAMETERS: Readonly<Record<string, string>> = {
  name: 'Name of the collection; `<engine>/<name>` with an encoded slash where it is not unique.',
  id: 'As lists and answers give it.',
};

/** The description of the HTTP API (OpenAPI 3.1), made of the schemas that requests are checked by.
 *  @param version of the product */
export function openApiDocument(version: string): Readonly<Record<string, unknown>> & { readonly openapi: '3.1.0' } {
  const schemas = new Schemas();
  const paths = new Map<string, Record<string, unknown>>();
  for (const route of Object.values<Route>(routes))
    paths.set(route.path, { ...paths.get(route.path), [route.method]: operationOf(route, schemas) });
  const problem = schemas.of(Problem, 'output');
  return {
    openapi: '3.1.0',
    info: { title: 'Tributary', version, description: DESCRIPTION, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of the server, or an access token of its issuer (OAuth 2.1).' },
      },
      responses: {
        Problem: {
          description: `What went wrong, by code (docs/errors.md): ${STATUSES}.`,
          content: { 'application/problem+json': { schema: problem } },
        },
        Unauthorized: {
          description: 'No token, or one that is not valid here.',
          headers: { 'WWW-Authenticate': { schema: { type: 'string' } } },
          content: { 'application/problem+json': { schema: problem } },
        },
        Forbidden: {
          description: 'The token lacks a scope or a grant.',
          headers: { 'WWW-Authenticate': { schema: { type: 'string' } } },
          content: { 'application/problem+json': { schema: problem } },
        },
        TooMany: {
          description: 'More than the token may ask for, or more than the server can take now.',
          headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
          content: { 'application/problem+json': { schema: problem } },
        },
      },
      schemas: schemas.components,
    },
  };
}

function operationOf(route: Route, schemas: Schemas): Readonly<Record<string, unknown>> {
  const { summary, scope, status = 200 } = route;
  const parameters = parametersOf(route, schemas);
  const body = bodyOf(route, schemas);
  const secured = scope === undefined ? { security: [] } : { security: [{ token: [] }, {}], 'x-scope': scope };
  return {
    operationId: operationIdOf(route),
    summary,
    tags: [route.path.split('/')[2] ?? 'api'],
    ...secured,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      [status.toString()]: { description: 'Done.', content: answerOf(route, schemas) },
      ...(scope === undefined ? {} : refusals()),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function refusals() {
  return {
    401: { $ref: '#/components/responses/Unauthorized' },
    403: { $ref: '#/components/responses/Forbidden' },
    429: { $ref: '#/components/responses/TooMany' },
  };
}

function operationIdOf({ method, path }: Route): string {
  const words = path
    .replace('/api/', '')
    .split(/[/{}.-]+/)
    .filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function parametersOf({ path, query, once }: Route, schemas: Schemas): unknown[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PARAMETERS[name],
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries<z.ZodType>(query?.shape ?? {}).map(([name, schema]) => {
    const { description: _, ...json } = schemas.of(schema, 'output');
    const description = descriptionOf(schema);
    const isRequired = !schema.safeParse(undefined).success;
    return { name, in: 'query', required: isRequired, ...(description === undefined ? {} : { description }), schema: json };
  });
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A text of the caller’s choice, at most 255 characters. For 24 hours the same call with the same key is answered as before and does nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
  return [...inPath, ...inQuery, ...(once === true ? [key] : [])];
}

/** What a schema says of itself, or the one that it makes optional. */
function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = schema instanceof z.ZodType ? schema.description : undefined;
  return own ?? (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? descriptionOf(schema.unwrap()) : undefined);
}

function bodyOf({ body, line, takesFiles }: Route, schemas: Schemas): Readonly<Record<string, unknown>> | undefined {
  if (body === undefined) return undefined;
  return {
    'application/json': { schema: schemas.of(body, 'input') },
    ...(line === undefined ? {} : { 'application/x-ndjson': { schema: schemas.of(line, 'input') } }),
    ...(takesFiles === true ? { 'application/octet-stream': {}, 'application/pdf': {} } : {}),
  };
}

function answerOf({ answer, answerLine, streams }: Route, schemas: Schemas): Readonly<Record<string, unknown>> {
  return {
    'application/json': { schema: schemas.of(answer, 'output') },
    ...(answerLine === undefined ? {} : { 'application/x-ndjson': { schema: schemas.of(answerLine, 'output') } }),
    ...(streams === true ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
  };
}
