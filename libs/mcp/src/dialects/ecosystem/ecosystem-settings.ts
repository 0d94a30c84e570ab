/** A collection under the alias its tools are named by. */
export interface RegisteredCollection {
  readonly collection: string;
  /** Stands in the description of its search tool. */
  readonly description: string;
  /** Name of the model as the description tells it; a collection that is missing is made with it. */
  readonly model: string;
}

/** Section `dialects.ecosystem`. */
export interface EcosystemSettings {
  /** By alias, in the order of their tools. */
  readonly collections: Readonly<Record<string, RegisteredCollection>>;
}
