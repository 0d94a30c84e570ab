import { expect, it } from 'vitest';
import type { PointPayload } from '@tributary/contracts';
import { begins, declares, declaresBy } from './declares.js';

const passage = (content: string, more: Partial<PointPayload> = {}): PointPayload => ({
  original_id: 'a:b:chunk:0',
  doc_id: 'b',
  doc_version: 1,
  title: 'b',
  source: 'test',
  type: 'code',
  chunk_type: 'block',
  chunk_index: 0,
  total_chunks: 1,
  content,
  hash: 'h',
  indexed_at: '2026-01-01T00:00:00Z',
  ...more,
});

it.each([
  'class Pool extends Base {',
  '/** Of connections. */\nexport default abstract class Pool {}',
  'export interface Pool<T> {',
  'type Pool struct {\n\tsize int\n}',
  'export type Pool = 1;',
  'pub(crate) struct Pool;',
  'namespace net {\n  export interface Pool {}\n}',
  'declare enum Pool { A }',
  'export async function* Pool() {}',
  'def Pool():\n    pass',
  'func Pool() int {',
])('a type or a function is declared by: %s', (code) => {
  expect(declares(passage(code), 'Pool')).toBe(true);
  expect(begins(passage(code), 'Pool')).toBe(true);
});

it.each([
  'class PoolOfAll {}',
  'class Pool$ {}',
  'new Pool()',
  '// The class Pool, and what it does.',
  'import { type Pool } from "pool";',
  'function use() {\n  function Pool() {}\n}',
  'class Base {\n  Pool() {}\n}',
])('none is declared by: %s', (code) => {
  expect(declares(passage(code), 'Pool')).toBe(false);
});

it('what other words declare is told by its signature, where it begins alone', () => {
  const own = { sym: 'pool', chunk_type: 'function', signature: 'const pool = (size: number)' };
  expect(declares(passage('export const pool = (\n  size: number) => {', own), 'pool')).toBe(true);
  expect(declares(passage('/** A pool. */', own), 'pool')).toBe(false);
  expect(declares(passage('  return size;\n}', own), 'pool')).toBe(false);
  expect(declares(passage('export const pool = (size: number) => {', own), 'size')).toBe(false);
});

it('a method is no function of its own, but begins where it is written', () => {
  const own = { sym: 'get', chunk_type: 'method', scope: 'Pool', signature: 'get(id: string): Client' };
  const method = passage('  get(id: string): Client {', own);
  expect(declares(method, 'get')).toBe(false);
  expect(begins(method, 'get')).toBe(true);
  expect(begins(passage('    return this.clients[id];', own), 'get')).toBe(false);
  expect(declares(passage('  get(id: string): Client {', { ...own, chunk_type: 'function' }), 'get')).toBe(false);
});

it('by the word that the query says', () => {
  const code = 'func (c *Context) Redirect(code int) {\n}\n\ntype Redirect struct {}';
  expect(declaresBy(code, { name: 'Redirect', keyword: 'func' })).toBe(true);
  expect(declaresBy(code, { name: 'Redirect', keyword: 'type' })).toBe(true);
  expect(declaresBy(code, { name: 'Redirect', keyword: 'class' })).toBe(false);
  expect(declaresBy(code, { name: 'Redirect' })).toBe(false);
  expect(declaresBy('    def get(self):', { name: 'get', keyword: 'def' })).toBe(true);
});
