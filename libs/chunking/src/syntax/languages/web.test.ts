import { expect, it } from 'vitest';
import { outlineText, sample } from '../syntax-parser.fixture.js';

/** First and last lines as they stand in the samples, doc comments and decorators included. */
const SYMBOLS: Readonly<Record<string, string>> = {
  'Board.tsx': `
type CardId 4-4
interface Card 6-10
interface BoardState 12-16
type Action 18-22
function nextId 28-31
function listOf 33-36
function reduce 38-65
function toggle 67-67
function useBoard 71-75
function useStored 77-87
function BoardProvider 89-96
interface CardViewProps 98-100
function CardView 102-121
function ListView 123-167
  function add 129-137
class ErrorBoundary 169-184
  method getDerivedStateFromError 172-174
  method componentDidCatch 176-178
  method render 180-183
function Lists 186-195
function Board 197-205`,
  'Converter.vue': `
element script 1-107
  interface Props 5-8
  function isCompatible 19-25
  function shown 34-39
  function remember 41-49
  function loadHistory 51-59
  function swap 61-65
  class Shortcut 67-87
    method constructor 68-71
    method handle 73-78
    method listen 80-82
    method stop 84-86
element template 109-148
element style 150-202
  rule .converter 151-157
  rule .converter.busy 159-162
  rule form 164-168
  rule label 170-174
  rule output 176-179
  rule button 181-184
  rule details ol 186-191
  rule form 194-196
  rule output 198-200`,
  'events.js': `
function partsOf 13-19
function matches 21-26
class Subscription 31-62
  method compare 35-37
  method constructor 39-46
  method isActive 48-50
  method cancel 52-57
class Emitter 64-144
  method all 68-70
  method constructor 78-82
  method on 84-89
  method once 91-93
  method remove 95-97
  method clear 99-101
  method emit 103-122
  method stream 124-143
function numbered 146-151
function inParallel 153-164
function waitFor 166-177
function current 181-184
function debounced 186-192`,
  'ledger.ts': `
type Currency 7-7
interface Money 9-13
enum Side 15-18
type PostingProblem 20-24
namespace Rounding 26-39
  function bankers 29-36
  function up 38-38
interface Line 41-45
function logged 47-55
class Account 57-102
  method constructor 62-71
  method path 73-76
  method add 78-83
  method apply 87-88
  method total 90-94
  method walk 96-101
class AssetAccount 104-110
  method apply 107-109
class LiabilityAccount 112-118
  method apply 115-117
function find 120-120
function find 121-121
function find 122-128
class Ledger 130-182
  method constructor 139-142
  method post 144-156
  method check 158-168
  method persist 170-173
  method close 175-177
  method entries 179-181
interface Entry 184-189
function format 191-194
function open 196-203`,
  'theme.css': `
rule :root 4-14
rule @font-face 16-21
rule *, *::before, *::after 23-27
rule html 29-35
rule body 37-42
rule h1, h2, h3 44-50
rule a:not([class]) 52-55
rule a:focus-visible, button:focus-visible 57-61
rule .button 63-74
rule .button[disabled] 76-79
rule .button--primary 81-84
rule .button--primary:hover:not([disabled]) 86-88
rule .button--quiet 90-93
rule .card 95-100
rule .card > header 102-106
rule .card > header::after 108-112
rule .grid 114-118
rule table 120-124
rule th, td 126-131
rule tbody tr:nth-child(even) 133-135
@keyframes turn 137-145
rule .spinner 147-154
rule :root 157-161
rule .card 163-165
rule .grid 169-171
rule .card > header 173-175
rule .spinner 179-181
rule .card 185-187
rule .button, nav 191-194
rule .visually-hidden 197-205`,
};

it.each(Object.entries(SYMBOLS))('the symbols of %s have these lines', async (file, expected) => {
  expect(`\n${await outlineText(sample(file), file)}`).toBe(expected);
});
