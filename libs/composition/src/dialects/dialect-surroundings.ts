import type { DialectSurroundings, NextcloudSourceSettings } from '@tributary/mcp';
import type { Configuration } from '@tributary/platform';

/** What the dialects of this process need beside their settings; adapters are loaded only where they are configured. */
export async function dialectSurroundings(configuration: Configuration): Promise<DialectSurroundings> {
  const { enginePlaces } = await import('@tributary/mcp');
  const { data, dialects } = configuration;
  const { source } = dialects.nextcloud;
  return {
    engines: enginePlaces(configuration),
    ...(source === undefined ? {} : { nextcloud: await nextcloudVerifier(source, data.folder) }),
  };
}

async function nextcloudVerifier({ tokenExchange, ...source }: NextcloudSourceSettings, dataFolder: string) {
  const { AppPasswords, NextcloudVerifier, TokenExchange, firstOf } = await import('@tributary/sources-nextcloud');
  const exchange = tokenExchange === undefined ? [] : [new TokenExchange(tokenExchange)];
  return new NextcloudVerifier({ ...source, credentials: firstOf(...exchange, new AppPasswords(dataFolder)) });
}
