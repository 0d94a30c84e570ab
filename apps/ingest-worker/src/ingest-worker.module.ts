import { Module, type DynamicModule } from '@nestjs/common';
import { ingestWorkerRole, roleHealth, type Parts } from '@tributary/composition';
import { HealthModule } from '@tributary/platform/http';

/** The ingest worker: reads sources, plans changes, chunks documents, keeps the catalog in order. */
@Module({})
export class IngestWorkerModule {
  static over(parts: Parts): DynamicModule {
    return { module: IngestWorkerModule, imports: [ingestWorkerRole(parts), HealthModule.register(roleHealth(parts))] };
  }
}
