import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';

/** Resources a dialect adds of its own. */
export interface ResourceFolder {
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  /** @returns undefined for an address that is not its own */
  read(uri: string): ReadResourceResult | undefined;
}
