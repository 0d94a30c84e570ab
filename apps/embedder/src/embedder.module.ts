import { Module, type DynamicModule } from '@nestjs/common';
import { embedderRole, roleHealth, type Parts } from '@tributary/composition';
import { HealthModule } from '@tributary/platform/http';

/** The embedder: queries go first, then chunks whose points it writes. */
@Module({})
export class EmbedderModule {
  static over(parts: Parts): DynamicModule {
    return { module: EmbedderModule, imports: [embedderRole(parts), HealthModule.register(roleHealth(parts))] };
  }
}
