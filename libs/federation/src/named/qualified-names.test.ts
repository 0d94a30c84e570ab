import { afterAll, beforeAll, expect, it } from 'vitest';
import { Testbed, type TestDocument } from '../testbed/testbed.fixture.js';

function defining(path: string, text: string, what: Pick<TestDocument, 'sym' | 'symbols' | 'scope'> = {}): TestDocument {
  return { key: path, path, type: 'code', text, ...what };
}

/** Say qualified names more often than what they name. */
const USES = Array.from({ length: 40 }, (_, n) =>
  defining(
    `_examples/${n.toString()}/main.go`,
    `r := chi.NewRouter(chi.NewRouter)\nflask.send_file(send_file)\nwalkdir::WalkDir::new(WalkDir)\nr.Use(middleware.Recoverer)\nrequests.get(get, ${n.toString()})`,
  ),
);

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  await bed.collection('chi-code', [
    ...USES,
    defining('mux.go', 'func NewRouter() *Mux {\n\treturn NewMux()\n}', { sym: 'NewRouter' }),
    defining('middleware/recoverer.go', 'func Recoverer(next http.Handler) http.Handler {\n\treturn next\n}', { sym: 'Recoverer' }),
    defining('middleware/recoverer_test.go', 'func TestRecoverer(t *testing.T) {\n\tr.Use(middleware.Recoverer)\n}', {
      sym: 'TestRecoverer',
    }),
  ]);
  await bed.collection('all', [
    defining('flask/src/flask/helpers.py', 'def send_file(path):\n    return path', { sym: 'send_file' }),
    defining('other/files.py', 'def send_file(path):\n    return send_file(send_file)', { sym: 'send_file' }),
    defining('walkdir/src/lib.rs', 'pub struct WalkDir {\n    root: PathBuf,\n}', { sym: 'WalkDir' }),
    defining('gin/router.go', 'func (r *Engine) NewRouter() *Mux {\n\treturn nil\n}', { sym: 'NewRouter', scope: 'Engine' }),
    defining('requests/src/requests/api.py', 'def get(url):\n    return request("get", url)', { sym: 'get' }),
    defining('requests/src/requests/sessions.py', 'class Session:\n    def get(self, url):\n        return self.get(get)', {
      sym: 'get',
      scope: 'Session',
    }),
    defining('gson/src/com/google/gson/stream/JsonReader.java', '  public void skipValue() {\n    pop();\n  }', {
      sym: 'skipValue',
      scope: 'JsonReader',
    }),
    defining('express/lib/response.js', 'res.sendStatus = function sendStatus(code) {\n  this.send(code);\n};'),
    defining('express/lib/other.js', 'function one() {\n  res.sendStatus = 3; res.sendStatus(res.sendStatus);\n}', { sym: 'one' }),
    defining('got/source/create.ts', 'function create() {\n  got.extend = (...instances) => {\n    return merge(instances);\n  };\n}', {
      sym: 'create',
    }),
    defining('got/source/merge.ts', 'export function extend(one) {\n  return got.extend(got.extend, extend);\n}', { sym: 'extend' }),
    defining('ky/source/http_errors.js', 'export class TimeoutError {}', { sym: 'TimeoutError' }),
    defining('got/source/failures.js', 'export class TimeoutError {}\n// TimeoutError: http.TimeoutError', { sym: 'TimeoutError' }),
    defining('node/lib/languages.js', 'const js = 1;\nobject.js(function js() {});', { symbols: ['js'] }),
  ]);
  await bed.collection('docs', [
    { key: 'vue.md', path: 'vue.md', text: '# vue.js\n\nAll about vue.js and how vue.js is used.' },
    { key: 'react.md', path: 'react.md', text: '# react and vue.js' },
  ]);
});
afterAll(() => bed[Symbol.asyncDispose]());

async function first(query: string) {
  const { hits } = await bed.run({ query, limit: 3 });
  return hits[0]?.path;
}

it.each([
  ['chi.NewRouter', 'mux.go'],
  ['mux.NewRouter', 'mux.go'],
  ['where is chi.NewRouter defined', 'mux.go'],
  ['middleware.Recoverer', 'middleware/recoverer.go'],
  ['flask.send_file', 'flask/src/flask/helpers.py'],
  ['flask.helpers.send_file', 'flask/src/flask/helpers.py'],
  ['walkdir::WalkDir', 'walkdir/src/lib.rs'],
  ['requests.get', 'requests/src/requests/api.py'],
  ['requests.Session.get', 'requests/src/requests/sessions.py'],
  ['com.google.gson.stream.JsonReader#skipValue', 'gson/src/com/google/gson/stream/JsonReader.java'],
  ['got.extend', 'got/source/create.ts'],
  ['res.sendStatus', 'express/lib/response.js'],
])('the definition of %s is in its package, module, file or project', async (query, path) => {
  expect(await first(query)).toBe(path);
});

it('is that of the bare name where none fits, the one first whose path says a part of what stands before it', async () => {
  expect(await first('http.TimeoutError')).toBe('ky/source/http_errors.js');
  expect(await first('router.send_file')).toMatch(/helpers\.py|files\.py/u);
});

it('is none where nothing but a word is the same', async () => {
  expect(await first('vue.js')).toBe('vue.md');
});
