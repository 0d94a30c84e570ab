import { HttpCode, RequestMapping, RequestMethod, UseGuards, applyDecorators } from '@nestjs/common';
import type { Route } from '@tributary/contracts';
import type { z } from 'zod';
import { CallerGuard } from './caller.js';

const METHODS = { get: RequestMethod.GET, post: RequestMethod.POST, put: RequestMethod.PUT, delete: RequestMethod.DELETE } as const;

/** An answer whose lists are only read. */
type Told<Answer> = { readonly [Field in keyof Answer]: Answer[Field] extends (infer Item)[] ? readonly Item[] : Answer[Field] };

/** What a method gives that serves a route: its answer, or whatever it likes where a stream, lines or another address may stand in its place. */
type AnswerTo<R extends Route> = R extends { readonly streams: true } | { readonly answerLine: z.ZodType } | { readonly status: 303 }
  ? unknown
  : Told<z.input<R['answer']>>;

/** Puts a method of a controller at a route of the API: its method, path and status, and, where a scope is asked for, nobody without a principal. What the
 *  method gives must be the answer of the route. */
export function Serves<R extends Route>({ method, path, scope, status = 200 }: R) {
  const decorate = applyDecorators(
    RequestMapping({ method: METHODS[method], path: path.replace(/\{(\w+)\}/g, ':$1') }),
    HttpCode(status),
    ...(scope === undefined ? [] : [UseGuards(CallerGuard)]),
  );
  return <Method extends (...given: never[]) => AnswerTo<R> | Promise<AnswerTo<R>>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    decorate(target, name, descriptor);
  };
}
