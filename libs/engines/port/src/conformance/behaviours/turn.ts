/** An engine that answers without waiting for anything would leave no turn to the other side. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
