import { Module, type DynamicModule } from '@nestjs/common';
import { searchFederationRole, roleHealth, type Parts } from '@tributary/composition';
import { HealthModule } from '@tributary/platform/http';

/** The federation: plans a search, asks the engines, judges and packs. */
@Module({})
export class SearchFederationModule {
  static over(parts: Parts): DynamicModule {
    return { module: SearchFederationModule, imports: [searchFederationRole(parts), HealthModule.register(roleHealth(parts))] };
  }
}
