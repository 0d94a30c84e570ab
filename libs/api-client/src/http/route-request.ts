import type { Route } from '@tributary/contracts';
import type { z } from 'zod';

type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParametersOf<Rest> : never;

type InPath<Name extends string> = [Name] extends [never] ? { readonly path?: never } : { readonly path: Readonly<Record<Name, string>> };

type InQuery<Query> = Partial<Query> extends Query ? { readonly query?: Query } : { readonly query: Query };

/** What a call of a route is made of: what its path, its query string and its body need, and nothing that it does not take. */
export type RouteRequest<R extends Route> = InPath<ParametersOf<R['path']>> &
  (R extends { readonly query: infer Query extends z.ZodType } ? InQuery<z.input<Query>> : { readonly query?: never }) &
  (R extends { readonly body: infer Body extends z.ZodType } ? { readonly body: z.input<Body> } : { readonly body?: never });

/** What any call of a route may be made of. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** The path of a call, each parameter encoded: `/api/jobs/a%2Fb`. */
export function filledPath(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}
