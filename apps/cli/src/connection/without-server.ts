/** What becomes of work that a command leaves behind where it was the server itself. */
export const NO_SERVER_RUNS = 'No server runs: the next command, or "tributary start", goes on with it.';
