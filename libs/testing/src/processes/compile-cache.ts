import { fileURLToPath } from 'node:url';

/** Where all processes that tests start keep their compiled code, as the variable of that name tells Node: an app has two thousand modules. */
export const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/compile', import.meta.url));
