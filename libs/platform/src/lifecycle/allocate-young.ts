import { setFlagsFromString } from 'node:v8';

/** Lets V8 make every object in the young generation, from now on. Where those of one line of code lived long for a while it makes them in the old generation instead: then
 *  what they refer to lives as well until that is collected, even if all of it was needed for one search only, and each collection of the young generation takes several
 *  times as long. */
export function allocateYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
