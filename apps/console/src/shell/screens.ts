import { lazy, type ComponentType } from 'react';
import type { Route } from './routes.js';

/** The screens that were opened. One that could not be loaded is loaded again when it is opened again: React keeps the failure. */
export class Screens {
  readonly #opened = new Map<string, ComponentType>();

  of({ path, load }: Route): ComponentType {
    const opened = this.#opened.get(path) ?? lazy(async () => ({ default: await load() }));
    this.#opened.set(path, opened);
    return opened;
  }

  forget({ path }: Route): void {
    this.#opened.delete(path);
  }
}
