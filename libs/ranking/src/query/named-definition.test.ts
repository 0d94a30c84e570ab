import { describe, expect, it } from 'vitest';
import { namedDefinition } from './named-definition.js';

describe('a definition asked for by its name', () => {
  it.each([
    ['deleteDocument', 'deleteDocument', []],
    ['LinesSummary', 'LinesSummary', []],
    ['HTTPServer', 'HTTPServer', []],
    ['retry_all()', 'retry_all', []],
    ['retry(times, 3)', 'retry', []],
    ['`SessionStore.touch`', 'touch', ['SessionStore']],
    ['a.b.C', 'C', ['a', 'b']],
    ['std::vector;', 'vector', ['std']],
    ['Größe_von', 'Größe_von', []],
    ['データ取得()', 'データ取得', []],
    ['_private', '_private', []],
    ['Foo#bar', 'bar', ['Foo']],
  ])('is %s', (query, name, within) => {
    expect(namedDefinition(query)).toEqual({ name, within, isWord: false });
  });

  it.each([
    ['class Pool', 'Pool', 'class'],
    ['export abstract class Pool {', 'Pool', 'class'],
    ['func Redirect', 'Redirect', 'func'],
    ['func redirect', 'redirect', 'func'],
    ['def retry(times, wait):', 'retry', 'def'],
    ['pub  fn poll', 'poll', 'fn'],
    ['type Pool struct {', 'Pool', 'type'],
    ['export async function $fetch', '$fetch', 'function'],
    ['enum Größe', 'Größe', 'enum'],
    ['function retry_all', 'retry_all', 'function'],
    ['function retry()', 'retry', 'function'],
    ['class pool {', 'pool', 'class'],
    ['type pool struct', 'pool', 'type'],
    ['export function retry', 'retry', 'function'],
    ['export default function parameters', 'parameters', 'function'],
    ['declare class methods', 'methods', 'class'],
    ['pub struct packing', 'packing', 'struct'],
    ['async function retry_all', 'retry_all', 'function'],
    ['public class Members', 'Members', 'class'],
  ])('is %s, as code begins it', (query, name, keyword) => {
    expect(namedDefinition(query)).toEqual({ name, within: [], keyword, isWord: false });
  });

  it.each(['retry', 'Budget', 'NASA', '`Pool`'])('may be the word %s', (query) => {
    expect(namedDefinition(query)).toEqual({ name: query.replaceAll('`', ''), within: [], isWord: true });
  });

  it.each([
    ['type guards', 'guards', 'type'],
    ['enum values', 'values', 'enum'],
    ['type  inference', 'inference', 'type'],
    ['interface design', 'design', 'interface'],
    ['class action', 'action', 'class'],
    ['fun facts', 'facts', 'fun'],
    ['function composition', 'composition', 'function'],
    ['struct packing', 'packing', 'struct'],
    ['trait bounds', 'bounds', 'trait'],
    ['abstract class methods', 'methods', 'class'],
    ['default function parameters', 'parameters', 'function'],
    ['static class members', 'members', 'class'],
    ['async function errors', 'errors', 'function'],
    ['static type inference', 'inference', 'type'],
    ['public static final class action', 'action', 'class'],
  ])('may be the words %s', (query, name, keyword) => {
    expect(namedDefinition(query)).toEqual({ name, within: [], keyword, isWord: true });
  });

  it.each(['class', 'class of 2020', 'type checking rules', 'class 3d', 'the class Pool', 'const Pool'])('is none of %j', (query) => {
    expect(namedDefinition(query)?.keyword).toBeUndefined();
    expect(namedDefinition(query)?.isWord ?? true).toBe(true);
  });

  it.each(['如何配置数据库连接池的最大连接数', 'データベース', 'ฐานข้อมูล'])('is none of a script that writes no blanks: %s', (query) => {
    expect(namedDefinition(query)).toBeUndefined();
  });

  it.each(['deleteDocument of the engine', '3.14', '1_000', 'a b()', '', '...', 'x'.repeat(300)])('is none of %j', (query) => {
    expect(namedDefinition(query)).toBeUndefined();
  });
});
