import { z } from 'zod';
import { setting } from './setting.js';

/** What one PDF, office file, e-book, mail or page may cost while its text is taken out. */
export const ExtractionSection = z.strictObject({
  maxMb: setting(z.number().positive().max(1024).default(64), { description: 'Bigger documents are left out as too-large.', unit: 'MB' }),
  maxUnpackedMb: setting(z.number().positive().max(16_384).default(256), {
    description: 'All parts of an archive (an office file, an e-book) together, unpacked.',
    unit: 'MB',
  }),
  maxRatio: setting(z.number().min(2).max(1100).default(200), {
    description: 'Unpacked bytes for each packed one in any part of an archive above 4 MB.',
  }),
  maxEntries: setting(z.number().int().min(10).max(1_000_000).default(10_000), {
    description: 'Parts of an archive, mails of a mailbox.',
    unit: 'parts',
  }),
  maxDepth: setting(z.number().int().min(16).max(1000).default(256), {
    description: 'Elements in elements of a page or of XML; deeper documents are left out as too-deep.',
    unit: 'levels',
  }),
  timeoutMs: setting(z.number().int().min(100).max(3_600_000).default(30_000), {
    description: 'A document that is not through after this long is left out as timed-out, and its process killed.',
    unit: 'ms',
  }),
  memoryMb: setting(z.number().int().min(128).max(65_536).default(1024), {
    description: 'Resident memory of a process that extracts; a document that needs more is left out as out-of-memory.',
    unit: 'MB',
  }),
  processes: setting(z.number().int().min(1).max(64).default(2), {
    description: 'Documents extracted at once, each in a process of its own that ends when there is nothing to do.',
    unit: 'processes',
  }),
});
