// Lets the pinned Node run the TypeScript sources as they stand: `node --import ./tools/source-hooks.mjs --conditions=@tributary/source file.ts`.
// Node strips types by itself, but keeps `./x.js` specifiers literal; the sources mean `./x.ts` by them, as NodeNext does.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts')) {
      const source = new URL(`${specifier.slice(0, -3)}.ts`, context.parentURL);
      if (existsSync(fileURLToPath(source))) return nextResolve(source.href, context);
    }
    return nextResolve(specifier, context);
  },
});
