import { describe, expect, it } from 'vitest';
import type { ScannedEntry, SourceReader } from '../reader/source-reader.js';

/** A source made for one test. */
export interface SampleSource {
  readonly location: string;
  /** Replaces the text of one document. */
  write(path: string, text: string): Promise<void>;
  delete(path: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface SourceReaderHarness {
  readonly reader: SourceReader;
  /** Makes a source that holds these texts by path. */
  readonly make: (texts: Readonly<Record<string, string>>) => Promise<SampleSource>;
  /** A location where nothing is. */
  readonly missingLocation: string;
}

const EMPTY = 'empty.md';
const TEXTS = { 'guide.md': '# Guide\n\nText.\n', 'deep/er/notes.txt': 'größer 🙂', [EMPTY]: '' };

/** The behaviours every source reader shows. */
export function describeSourceReader(name: string, { reader, make, missingLocation }: SourceReaderHarness): void {
  describe(`${name} as a source reader`, () => {
    it('finds every document once, with its size and type', async () => {
      await using source = await make(TEXTS);
      expect(await reader.inspect(source.location)).toMatchObject({ usable: true });
      const entries = await scanned(reader, source.location);
      expect(entries.map(({ path }) => path).sort()).toEqual(Object.keys(TEXTS).sort());
      expect(entries.find(({ path }) => path === 'guide.md')).toMatchObject({ found: true, size: 15, type: 'doc' });
    });

    it('reads what it found', async () => {
      await using source = await make(TEXTS);
      for (const [path, text] of Object.entries(TEXTS).filter(([name]) => name !== EMPTY))
        expect(await reader.read(source.location, path)).toMatchObject({ read: true, text, notes: [] });
    });

    it('says that an empty document has no text', async () => {
      await using source = await make(TEXTS);
      expect(await reader.read(source.location, EMPTY)).toEqual({ read: false, reason: 'no-text' });
    });

    it('tells by size or time that a document changed, and reads the new text', async () => {
      await using source = await make(TEXTS);
      const state = async () => (await scanned(reader, source.location)).find(({ path }) => path === 'guide.md');
      const before = await state();
      await source.write('guide.md', '# Guide\n\nOther text.\n');
      expect(await state()).not.toEqual(before);
      expect(await reader.read(source.location, 'guide.md')).toMatchObject({ read: true, text: '# Guide\n\nOther text.\n' });
    });

    it('no longer finds what was deleted, and a read says missing', async () => {
      await using source = await make(TEXTS);
      await source.delete('guide.md');
      expect((await scanned(reader, source.location)).map(({ path }) => path)).not.toContain('guide.md');
      expect(await reader.read(source.location, 'guide.md')).toEqual({ read: false, reason: 'missing' });
    });

    it('calls a root unusable where nothing is, and never takes it for one without documents', async () => {
      expect(await reader.inspect(missingLocation)).toEqual({ usable: false, reason: 'missing' });
      await expect(scanned(reader, missingLocation)).rejects.toThrow();
      expect(await reader.read(missingLocation, 'x.md')).toMatchObject({ read: false });
    });

    it('stops when the signal aborts', async () => {
      await using source = await make(TEXTS);
      await expect(scanned(reader, source.location, AbortSignal.abort())).rejects.toThrow(/abort/i);
      await expect(reader.read(source.location, 'guide.md', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    });
  });
}

async function scanned(reader: SourceReader, location: string, signal?: AbortSignal): Promise<ScannedEntry[]> {
  const entries: ScannedEntry[] = [];
  for await (const entry of reader.scan(location, { signal })) entries.push(entry);
  return entries;
}
