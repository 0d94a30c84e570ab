/** What the name of a collection looks like here. */
export const COLLECTION_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
