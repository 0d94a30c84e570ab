import { anybody, type Principal } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { readByItsAuthor, requireReaders } from './given-readers.js';

const ada = { ...anybody, subject: 'token:ada', user_id: 'ada', groups: ['staff'] };
const readers = (acl: string[] | undefined, author: Principal = ada) => readByItsAuthor(author, { acl }).acl;

it.each([[['user:ben']], [['group:ops', 'user:ben']], [['user:ben', 'nobody:']]])('adds its author to the readers %j', (acl) => {
  expect(readers(acl)).toEqual([...acl, 'user:ada']);
});

it.each([[undefined], [[]], [['nobody:']], [['*']], [['user:ada', 'user:ben']], [['group:staff']]])(
  'leaves %j as it is, by which its author reads it or which is nobody',
  (acl) => {
    expect(readers(acl)).toEqual(acl);
  },
);

it('adds nobody where its author is no user', () => {
  expect(readers(['user:ben'], { ...anybody, subject: 'token:script' })).toEqual(['user:ben']);
});

it.each([undefined, [], ['*'], ['nobody:'], ['user:ben', 'group:The Staff', 'user:a:b', 'group:*-team']])('takes the readers %j', (acl) => {
  expect(() => {
    requireReaders(acl);
  }).not.toThrow();
});

const MEANT_OTHERWISE = [
  'group:board ',
  'user: ben',
  'user:*',
  'group:*',
  'user:ben\n',
  'user:b\u0000en',
  'group:\tops',
  'user:ben\u00a0',
  'user:b\u200ben',
  'user: ',
];

it.each(['ben', 'users:ben', 'User:ben', 'user:', 'group:', '', ' *', ...MEANT_OTHERWISE])(
  'refuses %j as a reader and says how one is written',
  (name) => {
    const refused = () => {
      requireReaders(['user:ada', name]);
    };
    expect(refused).toThrow(expect.objectContaining({ code: 'DOCUMENT.INVALID' }));
    expect(refused).toThrow(/names nobody: write user:<id>, group:<name>, or \*/);
  },
);
