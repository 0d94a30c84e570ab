import type { CallContext, Operations, Principal } from '@tributary/contracts';
import { MemoryOperations, type SeededRandom } from '@tributary/testing';
import { isRecord } from './json.fixture.js';

/** A user whose rows nobody else may ever see. */
export interface Tenant {
  readonly name: 'ada' | 'bob';
  /** Stands in everything he stored; in nothing that anybody sends. */
  readonly canary: string;
  readonly principal: Principal;
}

export function makeTenants(random: SeededRandom): readonly [Tenant, Tenant] {
  const make = (name: Tenant['name']): Tenant => ({
    name,
    canary: `canary-of-${name}-${random.below(1e9).toString(36)}`,
    principal: { subject: name, user_id: name, groups: [], scopes: ['*'], collections: ['*'], unrestricted: false },
  });
  return [make('ada'), make('bob')];
}

/** Rows of a tenant: his secret is in the title, the text, the path and the metadata. */
export function rowsOf({ name, canary }: Tenant) {
  const row = (collection: string, id: string, content: string) => ({
    v: 1 as const,
    collection,
    id,
    title: `Backup notes ${canary}`,
    path: `${name}/${canary}.md`,
    content: `${content}\n${canary}`,
    metadata: { subdirectory: canary, source_file: 'a.md', lang: 'text', chunk_index: 0 },
    user_id: name,
  });
  return [
    row('notes', 'backup.md', 'The nightly backup runs at three and keeps seven days.'),
    row('notes', `own-${name}.md`, `What ${name} keeps to himself about the backup.`),
    row(`private-${name}`, 'plan.md', 'The quarter plan and the API endpoints of the search service.'),
  ];
}

/** Operations in which each caller lives in a world of his own: a tool that loses track of who calls reads the wrong one. */
export class TenantOperations {
  readonly #worlds = new Map<string, MemoryOperations>();

  /** Makes the worlds anew: what was stored or deleted is forgotten. */
  async reset(tenants: readonly Tenant[]): Promise<void> {
    for (const tenant of tenants) {
      const world = new MemoryOperations();
      await world.ingestDocuments(rowsOf(tenant));
      this.#worlds.set(tenant.name, world);
    }
  }

  /** @throws when an operation is called without a caller */
  operations(): Operations {
    const worldOf = (args: readonly unknown[]) => {
      const context = args.findLast(isContext);
      const world = this.#worlds.get(context?.principal.user_id ?? '');
      if (world === undefined) throw new Error('An operation was called without its caller.');
      return world;
    };
    const handler: ProxyHandler<MemoryOperations> = {
      get: (target, name) => {
        if (typeof Reflect.get(target, name) !== 'function') return undefined;
        return (...args: unknown[]): unknown => {
          const world = worldOf(args);
          const method: unknown = Reflect.get(world, name);
          return typeof method === 'function' ? Reflect.apply(method, world, args) : undefined;
        };
      },
    };
    return new Proxy(new MemoryOperations(), handler);
  }
}

function isContext(value: unknown): value is CallContext {
  return isRecord(value) && 'principal' in value && 'signal' in value;
}
