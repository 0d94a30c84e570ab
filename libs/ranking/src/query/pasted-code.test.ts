import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.js';

const STRINGS = [{ what: 'strings' }];

describe('marks of pasted code', () => {
  it.each([
    ['a call', 'new Worker("emails", processor, { connection })', 'emails'],
    ['a log line', 'log.info("retry failed", { attempt })', 'retry failed'],
    ['a second argument', 'redis.set("key name", "some value")', 'some value'],
    ['a look-up', 'request.headers["x-api-key"]', 'x-api-key'],
    ['JSON', '{"error":"FST_ERR_RATE_LIMIT","statusCode":429}', 'FST_ERR_RATE_LIMIT'],
    ['JSON with white space', '[ { "code": "invalid_type", "path": [ "name" ], "message": "Required" } ]', 'Required'],
    ['a pair of JSON', '"strict": true', 'strict'],
    ['an assignment', 'const name = "exact words"', 'exact words'],
    ['a comparison', 'if (kind === "exact words") return', 'exact words'],
    ['an import', 'import { Worker } from "some queue"', 'some queue'],
    ['the end of a statement', 'return "exact words";', 'exact words'],
    ['an argument of an option', 'git commit -m "exact words"', 'exact words'],
  ])('demands no string of %s, and looks for its words', (_, query, string) => {
    const parsed = parseQuery(query);
    expect(parsed).toMatchObject({ phrases: [], excluded: [], readAsText: STRINGS, mayCite: false });
    expect(parsed.text).not.toContain('"');
    expect(parsed.words).toEqual(expect.arrayContaining([...parseQuery(string).words]));
  });

  it.each([
    ['title:"exact words"'],
    ['("exact words")'],
    ['retry ("exact words")'],
    ['error: "exact words"'],
    ['搜索("exact words")'],
    ['title:("exact words")'],
    ['grep "exact words" src'],
    ['"exact words": how is it mended'],
    ['call(“exact words”)'],
  ])('demands what is quoted on purpose: %s', (query) => {
    expect(parseQuery(query)).toMatchObject({ phrases: ['exact words'], readAsText: [] });
  });

  it('demands a list of phrases, and of code with exact words beside it these', () => {
    expect(parseQuery('"a b", "c d"')).toMatchObject({ phrases: ['a b', 'c d'], readAsText: [] });
    expect(parseQuery('("a b" OR "c d")')).toMatchObject({ phrases: ['a b', 'c d'], readAsText: [] });
    expect(parseQuery('log.info("retry failed") "exact words" -test')).toMatchObject({
      phrases: ['exact words'],
      excluded: ['test'],
      readAsText: STRINGS,
    });
  });

  it('reads marks of several lines as text, and says so; what ends in a line break is one line', () => {
    const since = [{ what: 'all', since: 'several-lines' }];
    const diff = parseQuery('@@ -1,2 +1,2 @@\n-const retryDelay = 1000;\n+const retryDelay = "a b";');
    expect(diff).toMatchObject({ phrases: [], excluded: [], readAsText: since });
    expect(diff.words).toEqual(expect.arrayContaining(['const', 'delay', 'b']));
    expect(parseQuery('Error: Job "a b" failed\n    at run (x.js:1:2)')).toMatchObject({ phrases: [], readAsText: since });
    expect(parseQuery('first line\nsecond line').readAsText).toEqual([]);
    expect(parseQuery('plan "a b" -draft\n')).toMatchObject({ phrases: ['a b'], excluded: ['draft'], readAsText: [] });
  });

  it('excludes nothing by the hyphen of a line that a diff takes out', () => {
    const query = parseQuery('-const retryDelay = opts.delay || 1000;');
    expect(query).toMatchObject({ excluded: [], readAsText: [{ what: 'hyphens', words: ['const'] }] });
    expect(query.words).toContain('const');
    expect(parseQuery('-draft plan')).toMatchObject({ excluded: ['draft'], readAsText: [] });
  });

  it.each([
    ['-retries := 3', 'retries'],
    ['-total += price * count', 'total'],
    ['-items.map((item) => item.id)', 'items.map((item)'],
    ['-func main() {', 'func'],
    ['-return retry(attempt);', 'return'],
  ])('takes a statement for such a line: %s', (query, word) => {
    expect(parseQuery(query)).toMatchObject({ excluded: [], readAsText: [{ what: 'hyphens', words: [word] }] });
  });

  it.each([
    ['-tests retry()', ['tests']],
    ['-deprecated SessionStore.touch()', ['deprecated']],
    ['-draft budget (a >= b)', ['draft']],
    ['-draft a == b', ['draft']],
  ])('excludes the first word before a call or a comparison, of which people write, too: %s', (query, excluded) => {
    expect(parseQuery(query)).toMatchObject({ excluded, readAsText: [] });
  });

  it.each([
    ['go test -race ./...', ['race']],
    ['go test ./... -race', ['race']],
    ['$ go build -race', ['race']],
    ['sudo find . -type f -name *.ts', ['type', 'name']],
    ['mvn clean install -DskipTests', ['DskipTests']],
    ['find -name config.yaml', ['name']],
    ['find -type f -name main.go', ['type', 'name']],
    ['find -maxdepth 2 -iname readme.md', ['maxdepth', 'iname']],
    ['java -jar app.jar', ['jar']],
    ['java -server -jar app.jar', ['server', 'jar']],
    ['java -ea -cp lib/app.jar', ['ea', 'cp']],
    ['java -Xmx2g -jar app.jar', ['Xmx2g', 'jar']],
    ['find ./docs -type f', ['type']],
    ['find ~ -name notes', ['name']],
    ['go run main.go -port 80', ['port']],
    ['gcc main.c -Wall', ['Wall']],
    ['terraform apply -auto-approve', ['auto-approve']],
  ])('excludes nothing by the options of a command: %s', (query, words) => {
    expect(parseQuery(query)).toMatchObject({ excluded: [], readAsText: [{ what: 'hyphens', words }] });
  });

  it.each([
    ['go concurrency -race', ['race']],
    ['go test flaky -race', ['race']],
    ['find plan -draft', ['draft']],
    ['find config.yaml -test', ['test']],
    ['find -draft config.yaml', ['draft']],
    ['find -name -draft', ['name', 'draft']],
    ['find the plan in ./docs -draft', ['draft']],
    ['java pom.xml -maven', ['maven']],
    ['java -jar -spring', ['jar', 'spring']],
    ['java node.js -spring', ['spring']],
    ['go concurrency in main.go -race', ['race']],
    ['go test flaky ./server -race', ['race']],
    ['go test -"race" ./...', ['race']],
    ['python web framework -django', ['django']],
  ])('excludes words behind the name of a program that no command has: %s', (query, excluded) => {
    expect(parseQuery(query)).toMatchObject({ excluded, readAsText: [] });
  });
});
