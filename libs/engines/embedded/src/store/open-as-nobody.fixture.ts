// Tries to open a folder as a user without rights to it, and says how that was refused.
import { toErrorRecord } from '@tributary/kernel';
import { EmbeddedEngine } from '../index.js';

const NOBODY = 65_534;

if (process.getuid?.() === 0) {
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
try {
  EmbeddedEngine.open({ name: 'main', folder: process.argv[2] ?? '' });
  process.stdout.write('refused nothing\n');
} catch (error) {
  process.stdout.write(`refused ${toErrorRecord(error).code}\n`);
}
