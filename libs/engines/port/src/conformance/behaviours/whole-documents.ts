import { describe, expect, it } from 'vitest';
import { expectWhole } from './expect-whole.js';
import type { SuiteContext } from '../harness.js';
import { replacedDocument } from '../samples/replaced-document.js';
import { roundsOf } from '../samples/size.js';
import { turn } from './turn.js';

const CHANGES = 60;
const MOST = 20;

export function wholeDocumentBehaviours({ suite, engine, freshCollection }: SuiteContext): void {
  describe('whole documents', () => {
    it('are all that is seen while they are replaced by longer, shorter and equally long ones', async () => {
      const collection = await freshCollection();
      await engine().writeDocument(replacedDocument(collection, 1));
      const last = roundsOf(suite, CHANGES, CHANGES * 20);
      let written = 1;
      const seen = new Set<number>();
      let read = Promise.withResolvers<undefined>();
      // Where a reader starts again whenever a document changes under it, it may see few versions: the writer goes on until it saw two, and lets it finish in between.
      const isOver = () => written >= last && (seen.size > 1 || written >= MOST * last);
      const writing = (async () => {
        while (!isOver()) {
          await engine().writeDocument(replacedDocument(collection, ++written));
          await turn();
          if (written >= last && !isOver()) await read.promise;
        }
      })();
      while (!isOver()) {
        seen.add(await expectWhole(engine(), collection));
        read.resolve(undefined);
        read = Promise.withResolvers();
        await turn();
      }
      await writing;
      expect(await expectWhole(engine(), collection)).toBe(written);
      expect(seen.size).toBeGreaterThan(1);
    });
  });
}
