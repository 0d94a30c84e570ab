import type { AssistantCall, AssistantCalls } from '@tributary/contracts';

const LONGEST_INPUT = 4000;
const LONGEST_ANSWER = 20_000;

/** The last calls of assistants with their answers, in memory and nowhere else. */
export class RecentCalls {
  readonly #kept: number;
  #calls: readonly AssistantCall[] = [];

  /** @param kept how many; 0 keeps none */
  constructor(kept: number) {
    this.#kept = kept;
  }

  keep(call: AssistantCall): void {
    if (this.#kept === 0) return;
    const short = { ...call, input: cut(call.input, LONGEST_INPUT), answer: cut(call.answer, LONGEST_ANSWER) };
    this.#calls = [short, ...this.#calls].slice(0, this.#kept);
  }

  list(): AssistantCalls {
    return { kept: this.#kept, calls: [...this.#calls] };
  }
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)} …`;
}
