import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderReader } from '@tributary/sources-folder';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { noteReaders } from '../note-readers.js';
import { HeadedFilesReader } from './headed-files-reader.js';
import { ownProperties } from './own-properties.js';

const files = new FolderReader();
const readers = { obsidian: noteReaders(files).obsidian, folder: new HeadedFilesReader(files) };

const HEAD = `---
title: Meeting
tags: [work]
Created: 2024-03-01
aliases: [Talk]
status: draft
Rating: 4
done: false
due: 2024-05-01
attendees:
  - "[[People/Zoë|my star]]"
  - Ann
  - [[Okonkwo]]
  - 7
about: "[[The Boiler#Costs]]"
nested: { a: 1 }
empty:
none: []
---
Text.
`;

it.each(['obsidian', 'folder'] as const)('front matter gives its own properties as they are written: %s', async (kind) => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'a.md'), HEAD);
  const outcome = await readers[kind].read(folder.path, 'a.md');
  expect(outcome).toMatchObject({ tags: ['work'], createdAt: '2024-03-01T00:00:00.000Z' });
  expect(outcome.read && outcome.metadata).toEqual({
    aliases: 'Talk',
    status: 'draft',
    Rating: 4,
    done: false,
    due: '2024-05-01',
    attendees: ['Zoë', 'Ann', 'Okonkwo', '7'],
    about: 'The Boiler',
  });
});

it('a property of links stands before those of the text', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'a.md'), '---\nlinks: ["[[Rent]]", Zoë]\n---\nOf [[Zoë]] and [[Ann]].\n');
  expect(await readers.obsidian.read(folder.path, 'a.md')).toMatchObject({ metadata: { links: ['Rent', 'Zoë', 'Ann'] } });
});

it('bounds what is kept of them', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at.toString()}`, at]));
  expect(Object.keys(ownProperties(many, new Set()))).toHaveLength(64);
  const list = Array.from({ length: 100 }, (_, at) => at);
  expect(ownProperties({ list }, new Set())['list']).toHaveLength(64);
  const long = { text: 'x'.repeat(2001), ['n'.repeat(201)]: 1, list: ['x'.repeat(2001)], infinite: Infinity, ok: 'x'.repeat(2000) };
  expect(Object.keys(ownProperties(long, new Set()))).toEqual(['ok']);
});
