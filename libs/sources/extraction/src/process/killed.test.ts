import { withMoreTime } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { pptx, slide } from '../hostile/zip.fixture.js';
import { DocumentExtractor } from './document-extractor.js';

const PAGE = Buffer.from('<!doctype html><html><body><p>The pilot comes aboard.</p></body></html>');
/** One slide that is shown two hundred thousand times over: a small file that takes minutes. */
const ENDLESS = pptx(slide('<a:p/>'.repeat(500)), 200_000);

describe('a process that extracts', () => {
  it('is killed over a document that takes too long, and the next one is extracted', async () => {
    await withMoreTime(3_000, async (timeoutMs) => {
      const extractor = new DocumentExtractor({ timeoutMs, processes: 1 });
      const [endless, next] = await Promise.all([
        extractor.extract({ bytes: ENDLESS, name: 'endless.pptx' }),
        extractor.extract({ bytes: PAGE, name: 'a.html' }),
      ]);
      await extractor.close();
      expect(endless).toEqual({
        extracted: false,
        reason: 'timed-out',
        detail: `It was not through after ${(timeoutMs / 1000).toString()} s.`,
      });
      expect(next).toMatchObject({ extracted: true, text: 'The pilot comes aboard.' });
    });
  });

  it('is killed when the caller no longer waits, and the next one is extracted', async () => {
    const patient = new DocumentExtractor({ timeoutMs: 600_000, processes: 1 });
    const stop = new AbortController();
    const asked = patient.extract({ bytes: ENDLESS, name: 'endless.pptx' }, stop.signal);
    const next = patient.extract({ bytes: PAGE, name: 'a.html' });
    setImmediate(() => {
      stop.abort();
    });
    await expect(asked).rejects.toThrow(/abort/i);
    expect(await next).toMatchObject({ extracted: true });
    await patient.close();
  });

  it('ends itself when it needs too much memory, and the next one is extracted', async () => {
    const small = new DocumentExtractor({ memoryMb: 250, processes: 1, timeoutMs: 600_000 });
    const huge = Buffer.from(`<!doctype html><body>${'<b>x</b>'.repeat(2_000_000)}`);
    const [fat, next] = await Promise.all([
      small.extract({ bytes: huge, name: 'fat.html' }),
      small.extract({ bytes: PAGE, name: 'a.html' }),
    ]);
    expect(fat).toEqual({ extracted: false, reason: 'out-of-memory', detail: 'It needs more than 250 MB of memory.' });
    expect(next).toMatchObject({ extracted: true });
    await small.close();
  });

  it('is given no document above the limit of bytes', async () => {
    const strict = new DocumentExtractor({ maxBytes: 10 });
    expect(await strict.extract({ bytes: PAGE, name: 'a.html' })).toMatchObject({ extracted: false, reason: 'too-large' });
    await strict.close();
  });
});
