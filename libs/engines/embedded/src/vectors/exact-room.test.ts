import { expect, it } from 'vitest';
import { exactRoom } from './exact-room.js';
import { openVectorScan, scannedBytes } from './open-vector-scan.js';

const MEGABYTE = 2 ** 20;
const megabytes = (scanned: number) => (exactRoom(scanned * MEGABYTE) * Float32Array.BYTES_PER_ELEMENT) / MEGABYTE;

it('leaves exact vectors what scans do not take, within bounds', () => {
  expect([0, 48, 100, 128, 4_000].map(megabytes)).toEqual([96, 96, 44, 16, 8]);
});

it('knows what scans take', () => {
  const before = scannedBytes();
  const scan = openVectorScan(256);
  for (let slot = 0; slot < 5_000; slot++) scan.append({ elements: new Int8Array(256).fill(1), scale: 1 / 16, error: 0 });
  expect(scannedBytes() - before).toBeGreaterThan(5_000 * 128);
  expect(scannedBytes() - before).toBeLessThan(MEGABYTE);
});
