import type { ExtractedSection } from '@tributary/sources-port';
import { oneLine, tidy } from './tidy.js';

export interface SectionInput {
  readonly kind: ExtractedSection['kind'];
  /** Left out: the kind and the number, `Page 3`. */
  readonly label?: string;
  /** What stands in the heading, where that is more than the label; an empty one: the body begins with its own. */
  readonly heading?: string;
  readonly moment?: string | undefined;
  readonly body: string;
}

/** Puts a text together from pages, slides, sheets, …, each below a heading of its own, and remembers where each begins. */
export class SectionedText {
  readonly sections: ExtractedSection[] = [];
  readonly #parts: string[] = [];
  #line = 1;
  #number = 0;

  /** Text before the first section. */
  addPreface(text: string): void {
    this.#push(tidy(text));
  }

  add({ kind, label: given = '', heading, moment, body }: SectionInput): void {
    this.#number++;
    const label = oneLine(given) || `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${this.#number.toString()}`;
    const text = tidy(body);
    // A page without text counts, but has no place in the text.
    if (text === '') return;
    this.sections.push({ kind, number: this.#number, label, line: this.#line, ...(moment === undefined ? {} : { moment }) });
    const title = oneLine(heading ?? label);
    this.#push(title === '' ? text : `## ${title}\n\n${text}`);
  }

  get text(): string {
    return this.#parts.join('\n\n');
  }

  #push(text: string): void {
    if (text === '') return;
    this.#parts.push(text);
    this.#line += text.split('\n').length + 1;
  }
}
