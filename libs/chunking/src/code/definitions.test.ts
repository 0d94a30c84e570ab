import { describe, expect, it } from 'vitest';
import { definitionAt } from './definitions.js';

const named = (line: string) => {
  const definition = definitionAt(line, { bracesBodies: false });
  return definition && `${definition.kind} ${definition.symbol}`;
};
const callable = (line: string) => definitionAt(line, { bracesBodies: true })?.symbol;

describe('what a first line defines', () => {
  it.each([
    ['export default async function* walk(root: string) {', 'function walk'],
    ['export const loadAll = async (paths: string[]): Promise<void> => {', 'function loadAll'],
    ['const pick = item => item.id;', 'function pick'],
    ['const later = async (', 'function later'],
    ['export abstract class Engine<T> extends Base {', 'class Engine'],
    ['declare module Foo {', 'class Foo'],
    ['export const enum Kind {', 'class Kind'],
    ['export type Result = Ok | Err;', 'class Result'],
    ['async def fetch_all(self):', 'function fetch_all'],
    ['class Größe(Base):', 'class Größe'],
    ['pub(crate) async unsafe fn read<T>(x: T) {', 'function read'],
    ["impl<'a, T: Clone> Iterator for Walk<'a, T> {", 'class Walk'],
    ['impl fmt::Display for Error {', 'class Error'],
    ['impl Parser {', 'class Parser'],
    ['macro_rules! vec {', 'function vec'],
    ['func (s *Scanner) Scan() bool {', 'function Scan'],
    ['func main() {', 'function main'],
    ['type Reader interface {', 'class Reader'],
    ['public static final class Node {', 'class Node'],
    ['data class User(val id: Long)', 'class User'],
    ['fun <T> List<T>.second(): T = this[1]', 'function second'],
    ['suspend fun load()', 'function load'],
    ['def self.find(id)', 'function find'],
    ['module Billing', 'class Billing'],
    ['defmodule Shop.Cart do', 'class Shop'],
    ['  defp total(items) do', 'function total'],
    ['local function clamp(x)', 'function clamp'],
    ['M.setup = function(opts)', undefined],
    ['area <- function(r) {', 'function area'],
    ['(defun square (x)', 'function square'],
    ['(define (fact n)', 'function fact'],
    ['CREATE OR REPLACE FUNCTION app.total(x int)', 'function total'],
    ['create table if not exists "orders" (', 'class orders'],
    ['message SearchRequest {', 'class SearchRequest'],
    ['contract Token is ERC20 {', 'class Token'],
    ['deploy() {', 'function deploy'],
    ['typedef struct node {', 'class node'],
    ['const x = 1;', undefined],
    ['import { a } from "b";', undefined],
    ['return function() {', undefined],
    ['if (x) {', undefined],
    ['', undefined],
  ])('%s', (line, expected) => {
    expect(named(line)).toBe(expected);
  });

  it.each([
    ['static int parse_header(const char *buf, size_t len)', 'parse_header'],
    ['std::vector<int> Graph::neighbours(int node) const {', 'neighbours'],
    ['public async Task<List<Order>> LoadOrders(int id)', 'LoadOrders'],
    ['  @Override public String toString() {', undefined],
    ['async #load(path: string): Promise<void> {', 'load'],
    ['constructor(private readonly store: Store) {', 'constructor'],
    ['get size(): number {', 'size'],
    ['for (const x of y) {', undefined],
    ['  while (true) {', undefined],
    ['} else if (x) {', undefined],
    ['foo(bar);', undefined],
    ['describe("x", () => {', undefined],
    ['int declared(void);', undefined],
    ['return compute(x)', undefined],
  ])('with types or in a class: %s', (line, expected) => {
    expect(callable(line)).toBe(expected);
  });
});
