import { describe, expect, it } from 'vitest';
import { readTrace } from './read-trace.js';

const NODE = `Error: upstream answered 503 for /prices/81
    at failedUpstream (file:///srv/orders/src/call-upstream.mjs:14:9)
    at async readPrices (/srv/orders/src/prices.mjs:5:22)
    at async Promise.all (index 0)
    at preHandler (/srv/orders/node_modules/fastify/lib/handle-request.js:128:5)
    at node:internal/process/task_queues:95:5 {
  code: 'E_UPSTREAM'
}`;
const PYTHON = `Traceback (most recent call last):
  File "/srv/ledger/store.py", line 14, in balance_of
    return self._balances[number]
           ~~~~~~~~~~~~~~^^^^^^^^
KeyError: 'A-1'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/flask/app.py", line 902, in dispatch_request
    return self.view_functions[rule.endpoint](**view_args)
  [Previous line repeated 970 more times]
  File "/srv/ledger/store.py", line 17, in balance_of
    raise LookupError(f"account {number} is not in the ledger")
LookupError: account A-1 is not in the ledger`;
const JAVA = `Exception in thread "main" com.acme.RetriesExhausted: gave up after 3 attempts
	at com.acme.retry.Policy.call(Policy.java:23)
	at java.base/java.util.ArrayList.forEach(ArrayList.java:1511)
Caused by: com.acme.CardDeclined: card ending in 1234 was declined
	at com.acme.http.Client.lambda$charge$0(Client.java:24) ~[app.jar:1.2]
	at com.acme.retry.Policy.call(Policy.java:18)
	... 12 more`;
const GO = `panic: team payments has no escalation policy

goroutine 20 [running]:
net/http.(*conn).serve.func1()
	/usr/local/go/src/net/http/server.go:1947 +0xbe
acme.org/pager/internal/server.NextOnCall({0xc0000b8005, 0x8}, 0x0)
	/build/pager/internal/server/server.go:22 +0x15c
created by net/http.(*Server).Serve in goroutine 1
	/usr/local/go/src/net/http/server.go:3360 +0x485
exit status 2`;
const RUST = `thread 'main' panicked at src/io/segment.rs:17:13:
segment 7 does not begin with the magic number
stack backtrace:
   0: rust_begin_unwind
             at /rustc/90b35a62/library/std/src/panicking.rs:665:5
   1: index::io::Segment::open::h77c7e0b5a1c2a6c1
             at ./src/io/segment.rs:17:13
note: run with \`RUST_BACKTRACE=full\` for a verbose backtrace.`;
const GDB = `Program received signal SIGSEGV, Segmentation fault.
#0  0x00005555555513d in read_u32 (self=0x0, at=4) at src/segment.c:22
#1  0x00007ffff7df0d90 in __libc_start_call_main () from /lib/libc.so.6`;
const CSHARP = `Unhandled exception. System.InvalidOperationException: Basket 12 is empty.
   at Shop.Basket.Pay(String card) in C:\\shop\\Basket.cs:line 31
   at System.Threading.ThreadPoolWorkQueue.Dispatch()`;
const RUBY = `app/models/cart.rb:12:in 'total': undefined method 'price' for nil (NoMethodError)
	from app/models/cart.rb:8:in 'each'
	from /usr/lib/ruby/gems/rack/handler.rb:40:in 'call'`;

const PHP = `PHP Fatal error: Uncaught RuntimeException: Basket 12 is empty in /srv/shop/Basket.php:31
#0 /srv/shop/Checkout.php(12): Shop\\Basket->pay('4000')
#1 /srv/vendor/slim/App.php(199): Slim\\App->run()`;
const FIREFOX = `TypeError: basket is undefined
pay@https://shop.example/assets/basket.js:31:7
onClick@https://shop.example/assets/page.js:4:2`;

describe('a stack trace', () => {
  it.each([
    {
      of: 'Node',
      query: NODE,
      text: "Error: upstream answered 503 for /prices/81\ncode: 'E_UPSTREAM'",
      own: ['/srv/orders/src/call-upstream.mjs:14', '/srv/orders/src/prices.mjs:5'],
    },
    {
      of: 'Python',
      query: PYTHON,
      text: "KeyError: 'A-1'\nLookupError: account A-1 is not in the ledger",
      own: ['/srv/ledger/store.py:17', '/srv/ledger/store.py:14'],
    },
    {
      of: 'Java',
      query: JAVA,
      text: 'com.acme.RetriesExhausted: gave up after 3 attempts\ncom.acme.CardDeclined: card ending in 1234 was declined',
      own: ['com/acme/http/Client.java:24', 'com/acme/retry/Policy.java:18', 'com/acme/retry/Policy.java:23'],
    },
    { of: 'Go', query: GO, text: 'panic: team payments has no escalation policy', own: ['/build/pager/internal/server/server.go:22'] },
    {
      of: 'Rust',
      query: RUST,
      text: 'segment 7 does not begin with the magic number',
      own: ['src/io/segment.rs:17', './src/io/segment.rs:17'],
    },
    { of: 'a debugger', query: GDB, text: 'Program received signal SIGSEGV, Segmentation fault.', own: ['src/segment.c:22'] },
    { of: 'C#', query: CSHARP, text: 'System.InvalidOperationException: Basket 12 is empty.', own: ['C:/shop/Basket.cs:31'] },
    {
      of: 'PHP',
      query: PHP,
      text: 'PHP Fatal error: Uncaught RuntimeException: Basket 12 is empty in /srv/shop/Basket.php:31',
      own: ['/srv/shop/Checkout.php:12'],
    },
    { of: 'Firefox', query: FIREFOX, text: 'TypeError: basket is undefined', own: ['assets/basket.js:31', 'assets/page.js:4'] },
    {
      of: 'Ruby',
      query: RUBY,
      text: "app/models/cart.rb:12:in 'total': undefined method 'price' for nil (NoMethodError)",
      own: ['app/models/cart.rb:8'],
    },
  ])('of $of is parted into its messages and the frames of own code, the nearest to the error first', ({ query, text, own }) => {
    const trace = readTrace(query);
    expect(trace?.text).toBe(text);
    const frames = trace?.frames.filter(({ isOwn, path }) => isOwn && path !== undefined) ?? [];
    expect(frames.map(({ path = '', line = 0 }) => `${path}:${line.toString()}`)).toEqual(own);
  });

  it('keeps what is asked before it and behind it', () => {
    expect(readTrace(`Why does this fail?\n\n${NODE}\nsince Tuesday`)?.text).toBe(
      "Why does this fail?\nError: upstream answered 503 for /prices/81\ncode: 'E_UPSTREAM'\nsince Tuesday",
    );
  });

  it.each([
    ['Error: no reply\n    at f (/srv/a.js:1:2)', 'Error: no reply', '/srv/a.js'],
    ['Error: no reply\n    at /srv/a.js:1:2\nsince Monday', 'Error: no reply\nsince Monday', '/srv/a.js'],
    ['  File "/srv/a.py", line 3, in f\n    x = y\nKeyError: y', 'KeyError: y', '/srv/a.py'],
  ])('may have one frame alone that nothing else is written as: %j', (query, text, path) => {
    expect(readTrace(query)).toMatchObject({ text, frames: [{ path }] });
  });

  it('says a message once that its cause says again', () => {
    const wrapped = 'X: Y: no invoice R-99\n\tat a.b.C.m(C.java:1)\nCaused by: Y: no invoice R-99\n\tat a.b.D.n(D.java:2)';
    expect(readTrace(wrapped)?.text).toBe('X: Y: no invoice R-99');
  });

  it('tells functions of Go by the line before their place', () => {
    expect(readTrace(GO)?.frames.map(({ calls }) => calls)).toEqual([
      'net/http.(*conn).serve.func1',
      'acme.org/pager/internal/server.NextOnCall',
      'net/http.(*Server).Serve',
    ]);
  });

  it('names files of installed packages from the package on', () => {
    const paths = [
      '    at a (/srv/node_modules/fastify/lib/route.js:1:2)',
      '  File "/usr/lib/python3/site-packages/requests/api.py", line 3, in get',
      '\t/opt/go/pkg/mod/github.com/go-chi/chi/v5@v5.1.0/mux.go:296 +0x3f5',
      '             at /opt/.cargo/registry/src/index-6f17/serde-1.0.2/src/de.rs:4:5',
    ].map((frame) => readTrace(`Error: x y\n${frame}\n${frame}`)?.frames[0]);
    expect(paths.map((frame) => frame?.path)).toEqual(['fastify/lib/route.js', 'requests/api.py', 'chi/mux.go', 'serde/src/de.rs']);
    expect(paths.every((frame) => frame?.isOwn === false)).toBe(true);
  });

  it.each(['/home/ada/go/src/acme.org/pager/retry.go', 'internal/retry/retry.go', 'lib/vendors.go'])('takes %s for own code', (path) => {
    const frame = `main.f()\n\t${path}:12 +0x1d`;
    expect(readTrace(`panic: no\n\ngoroutine 1 [running]:\n${frame}\n${frame}`)?.frames[0]).toMatchObject({ path, isOwn: true });
  });
});

it.each([
  ['one frame of a form that has no column', 'Error: no\n\tat a.b.C.m(C.java:1)\nsince Monday'],
  ['one frame and nothing else', '    at f (a.js:1:2)\n'],
  ['frames and nothing else', '    at f (a.js:1:2)\n    at g (a.js:3:4)'],
  ['one line', 'at f (a.js:1:2) at g (a.js:3:4)'],
  ['a numbered list', 'Steps\n1: open the file\n2: read std::vector docs\n3: close it'],
  ['entries of a tracker', 'Open:\n#12 fix the retry (again)\n#13 look at src/retry.ts:12'],
  ['code', 'def f(x):\n    return g(x)\nclass A:\n    at = 1'],
])('no stack trace is %s', (_, query) => {
  expect(readTrace(query)).toBeUndefined();
});

it('of twenty thousand characters is read at once', () => {
  const hostile = [
    `${' '.repeat(6000)}at ${'a::'.repeat(300)}(`,
    `#1 0x1 in ${'(x '.repeat(2000)}`,
    `at ${'a.'.repeat(480)}(`,
    '::'.repeat(490),
  ];
  const started = performance.now();
  readTrace([...hostile, ...hostile].join('\n'));
  expect(performance.now() - started).toBeLessThan(200);
});

it.each([
  'why was it that the server crashed\nat 2024-03-17 10:30:15',
  'Please call\nat 12:30:00',
  'where is he\nat Bahnhof: 12:30:40',
  'log of the node\nat 10.0.0.1:8080:1',
])('is none in a line that says when or where something was: %j', (query) => {
  expect(readTrace(query)).toBeUndefined();
});

it.each(['at src/a:1:2', 'at a.mjs:1:2', 'at C:\\a:1:2', 'at node:internal:1:2', 'at <anonymous>:1:2', 'at run (eval:1:2)'])(
  'has a frame where a line names a file: %j',
  (line) => {
    expect(readTrace(`Error: it failed\n    ${line}`)?.text).toBe('Error: it failed');
  },
);
