import { expect, it } from 'vitest';
import { outlineText, sample } from '../syntax-parser.fixture.js';

/** First and last lines as they stand in the samples, doc comments and decorators included. */
const SYMBOLS: Readonly<Record<string, string>> = {
  'Escrow.sol': `
interface IToken 7-14
  method transfer 9-9
  method transferFrom 11-11
  method balanceOf 13-13
library Shares 16-32
  error TooMuch 20-20
  method of 22-27
  method rest 29-31
contract Guarded 34-47
  modifier nonReentrant 37-42
  method isEntered 44-46
contract Escrow 49-178
  enum State 56-61
  struct Deal 63-70
  event Opened 79-79
  event Funded 80-80
  event Settled 81-81
  error NotYours 83-83
  error WrongState 84-84
  error TooEarly 85-85
  modifier inState 87-93
  modifier onlyBuyer 95-98
  method constructor 100-102
  method receive 104-106
  method fallback 108-110
  method open 112-133
  method fund 135-140
  method release 142-150
  method refund 152-161
  method collect 163-168
  method dealOf 170-172
  method isOver 174-177
contract PatientEscrow 180-190
  method constructor 183-185
  method isOver 187-189
struct Receipt 192-195
function total 197-201`,
  'arena.c': `
macro ALIGN_UP 14-15
macro MIN 17-18
struct arena_block 20-26
typedef arena_t 28-32
  struct arena 28-32
typedef string_builder 34-39
enum arena_status 41-45
union arena_word 47-51
typedef arena_visitor 53-53
function new_block 55-55
function arena_grow 56-56
function arena_contains 57-57
function new_block 61-71
function arena_create 73-85
function arena_grow 87-103
function arena_take 105-122
function arena_copy 124-129
function arena_contains 131-139
function arena_each 141-145
function arena_destroy 147-157
function reserve 161-173
function string_append 175-184
function string_append 188-188
function print_block 192-196
function main 198-208`,
  'cache.go': `
type Loader 23-26
type LoaderFunc 28-29
method Load 31-34 of LoaderFunc
type Stats 37-40
type Option 42-43
type options 45-49
function WithTTL 52-55
function WithSize 57-64
type entry 66-72
type Cache 74-85
type flight 87-92
function New 94-106
method Get 108-142 of Cache
function wait 144-152
method insert 154-161 of Cache
method evict 163-171 of Cache
method moveToFront 173-176 of Cache
method pushFront 178-187 of Cache
method unlink 189-200 of Cache
method Close 202-212 of Cache`,
  'graph.cpp': `
macro GRAPH_ASSERT 14-15
namespace graph 17-202
  using NodeId 19-19
  concept Weight 21-26
  class Error 28-31
    method Error 30-30
  enum Order 33-33
  struct Edge 35-42
  class Graph 44-103
    using Visitor 50-50
    method Graph 52-52
    method Graph 53-53
    method ~Graph 54-54
    method add 56-59
    method connect 61-61
    method shortest 63-64
    method visit 66-66
    method size 68-68
    method operator[] 70-73
    method operator+= 75-85
    struct Node 88-91
    struct Step 93-98
      method operator> 97-97
    method require 102-102
  method Graph 105-108 of Graph
  method connect 110-116 of Graph
  method shortest 118-149 of Graph
  method visit 151-170 of Graph
  method require 172-175 of Graph
  namespace io 177-200
    class Names 179-187
      method idOf 182-182
      method knows 183-183
    method idOf 189-192 of Names
    function trimmed 194-198
function graph_size 206-208
function main 212-218`,
  'tokenizer.rs': `
macro env 11-19
struct Span 21-26
enum Token 28-35
enum Operator 37-43
impl Operator 45-63
  method precedence 46-52
  method apply 54-62
enum ErrorKind 65-72
struct Error 74-79
impl Error 81-93
  method fmt 82-92
impl Error 95-95
struct Tokenizer 97-101
impl Tokenizer 103-119
  method new 104-106
  method take_while 108-118
impl Tokenizer 121-156
  type Item 122-122
  method next 124-155
trait Scope 158-166
  method value 160-160
  method knows 162-165
impl HashMap 168-172
  method value 169-171
type Tokens 174-174
function evaluate 176-184
function expression 186-197
function operand 199-215
mod tests 217-225
  function binds_products_tighter 221-224`,
};

it.each(Object.entries(SYMBOLS))('the symbols of %s have these lines', async (file, expected) => {
  expect(`\n${await outlineText(sample(file), file)}`).toBe(expected);
});
