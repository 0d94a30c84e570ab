import type { ExtractionRequest } from '@tributary/sources-port';
import type { Extracted } from '../formats/extractor.js';
import { Refused } from '../formats/refused.js';
import { decodeBytes } from '../text/decode-bytes.js';
import { oneLine } from '../text/tidy.js';

/** A silence this long ends a paragraph. */
const PAUSE_SECONDS = 3;
/** `00:01:02,345 --> 00:01:04.000 line:0`; WebVTT leaves hours out. */
const TIMING = /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})/;

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is said in subtitles (SubRip, WebVTT): without times and marks, joined to paragraphs, lines that are shown again left out. */
export function extractSubtitles({ bytes }: ExtractionRequest): Extracted {
  const decoded = decodeBytes(bytes);
  if (decoded === undefined) throw new Refused('damaged', 'It is no text in any encoding that is known.');
  const paragraphs: string[][] = [];
  let last: Cue | undefined;
  const shown: string[] = [];
  for (const cue of cuesOf(decoded.text)) {
    const lines = cue.text.split('\n').filter((line) => line !== '' && !shown.includes(line));
    shown.push(...lines);
    shown.splice(0, Math.max(0, shown.length - 2));
    if (last === undefined || cue.start - last.end >= PAUSE_SECONDS) paragraphs.push([]);
    paragraphs.at(-1)?.push(...lines);
    last = cue;
  }
  const text = paragraphs.map((lines) => oneLine(lines.join(' '))).filter((paragraph) => paragraph !== '');
  const seconds = Math.round(last?.end ?? 0);
  return { text: text.join('\n\n'), lang: 'text', metadata: seconds === 0 ? {} : { seconds } };
}

function* cuesOf(text: string): Generator<Cue> {
  for (const block of text.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => TIMING.test(line));
    const times = TIMING.exec(lines[at] ?? '');
    if (times === null) continue;
    const words = lines.slice(at + 1).map((line) => oneLine(line.replaceAll(/<[^<>]*>|\{\\[^{}]*\}/g, '')));
    yield { start: seconds(times, 1), end: seconds(times, 5), text: words.join('\n') };
  }
}

function seconds(times: RegExpExecArray, from: number): number {
  const [hours, minutes, whole, thousandths] = [0, 1, 2, 3].map((at) => Number(times[from + at] ?? '0'));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (whole ?? 0) + (thousandths ?? 0) / 1000;
}
