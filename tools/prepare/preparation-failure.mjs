// What stops an installation or a build, as one sentence that says what to do.

/** An expected failure: its message is all that a user needs to read. */
export class PreparationFailure extends Error {}

const CAUSES = [
  {
    pattern: /ENOSPC|no space left on device/i,
    sentence: 'The disk is full: free about 1 GB and run the same command again.',
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR|network request/i,
    sentence:
      'The package registry cannot be reached: connect to the network (or set npm\'s "proxy" and "registry") and run the same command again.',
  },
  {
    pattern: /EACCES|EPERM|EROFS/,
    sentence:
      'This folder cannot be written to: make it writable for your user, or clone into a folder that is, and run the same command again.',
  },
  {
    pattern: /EUSAGE|can only install packages when your package\.json and package-lock\.json/,
    sentence: 'package-lock.json does not match the package.json files: run "npm install" and run the same command again.',
  },
];

/**
 * @param {string} output what the failed program wrote
 * @returns {string | undefined} nothing when the cause is not a known one
 */
export function sentenceFor(output) {
  return CAUSES.find(({ pattern }) => pattern.test(output))?.sentence;
}
