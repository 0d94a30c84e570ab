import { clearUserEnvironment } from './user-environment.js';

/** Runs before any worker starts, so every test process inherits the cleared environment. */
export function setup(): void {
  clearUserEnvironment(process.env);
}
