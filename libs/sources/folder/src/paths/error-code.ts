/** The system's code of a failed call (`ENOENT`, `EACCES`, …), or '' for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Why a file or folder could not be looked at, in the words of a scan. */
export function reasonOf(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'missing';
    case 'ELOOP':
      return 'symlink-loop';
    case 'ENXIO':
    case 'EOPNOTSUPP':
      return 'not-a-file';
    default:
      return 'unreadable';
  }
}
