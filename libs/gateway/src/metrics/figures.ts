/** What a process counts of itself, in the text format of Prometheus. */
export interface ProcessFigures {
  text(): Promise<string>;
}

export const NO_FIGURES: ProcessFigures = { text: () => Promise.resolve('') };
export const FIGURES = Symbol('figures');
