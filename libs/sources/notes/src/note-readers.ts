import type { SourceReader } from '@tributary/sources-port';
import { BearReader } from './bear/bear-reader.js';
import { NoteFilesReader } from './files/note-files-reader.js';
import { JsonLinesReader } from './jsonl/jsonl-reader.js';
import { OBSIDIAN } from './obsidian/obsidian-format.js';
import { ZIM } from './zim/zim-format.js';

/** The readers of every kind of notes in files. @param files the reader of folders, by whose rules files are reached */
export function noteReaders(files: SourceReader): Readonly<Record<'obsidian' | 'bear' | 'zim' | 'jsonl', SourceReader>> {
  return {
    obsidian: new NoteFilesReader(files, OBSIDIAN),
    bear: new BearReader(files),
    zim: new NoteFilesReader(files, ZIM),
    jsonl: new JsonLinesReader(files),
  };
}
