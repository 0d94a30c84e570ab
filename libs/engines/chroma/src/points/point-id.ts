/** What the id of a stored point tells: which point of which version of which document it is. */
export interface StoredId {
  readonly pointId: string;
  readonly docId: string;
  readonly stamp: string;
}

const ID = /^([^@]*)@(.*)@(\d+\.[0-9a-f]{8})$/s;

/** Versions lie beside each other until the newer one is committed, so the version is part of the id. */
export function storedId({ pointId, docId, stamp }: StoredId): string {
  return `${pointId}@${docId}@${stamp}`;
}

export function parseStoredId(id: string): StoredId | undefined {
  const [, pointId, docId, stamp] = ID.exec(id) ?? [];
  return pointId === undefined || docId === undefined || stamp === undefined ? undefined : { pointId, docId, stamp };
}

const ORDER_DIGITS = 12;

/** The first 48 bits of a UUID as a number: what the order of scrolling is asked by, since Chroma compares numbers only. */
export function orderOf(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, ORDER_DIGITS), 16);
}

/** All orders are below this. */
export const ORDER_END = 2 ** 48;
