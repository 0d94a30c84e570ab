// Imports the adapter and says which packages that has loaded.
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load: (url, context, nextLoad) => {
    const name = /node_modules\/([^/]+)/.exec(url)?.[1];
    if (name !== undefined) loaded.add(name);
    return nextLoad(url, context);
  },
});
const { BullmqQueues } = await import('./index.js');
process.stdout.write(`imported ${[...loaded].join(' ')}\n`);
await BullmqQueues.connect({ url: 'redis://127.0.0.1:1' }).catch(() => undefined);
process.stdout.write(`connected ${[...loaded].join(' ')}\n`);
process.exit();
