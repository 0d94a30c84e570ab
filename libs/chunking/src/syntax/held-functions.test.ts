import { expect, it } from 'vitest';
import { outlineText } from './syntax-parser.fixture.js';

const BODY = Array.from({ length: 6 }, (_, i) => `    log("line ${i.toString()} of what is done", request);`).join('\n');

it('finds declarations in C that return a pointer', async () => {
  const text =
    'char *copy(const char *s);\nstruct node **nodes(void);\n/** How many. */\nint count(void);\nchar **argv;\nint *last, next;\n';
  expect(await outlineText(text, 'list.h')).toBe('function copy 1-1\nfunction nodes 2-2\nfunction count 3-4');
});

it('finds declarations in C++ that return a pointer or a reference', async () => {
  const members = [
    'Node* head();',
    'const std::string& name() const;',
    'Node*& at(int i);',
    'List& operator=(const List&);',
    'Node* first;',
  ];
  const text = `class List {\n${members.join('\n')}\n};\nint& total(List& list);\n`;
  expect(await outlineText(text, 'list.hpp')).toBe(
    'class List 1-7\n  method head 2-2\n  method name 3-3\n  method at 4-4\n  method operator= 5-5\nfunction total 8-8',
  );
});

it.each(['button.tsx', 'button.jsx'])('finds the functions of %s that are handed to a call', async (path) => {
  const text = `/** A button. */
export const Button = React.forwardRef(({ label }, ref) => {
${BODY}
});
const Card = memo(function CardInner() {
${BODY}
});
const Both = memo(forwardRef((request, ref) => <p ref={ref} />));
export const useStore = create()((set) => ({
  increment: () => {
${BODY}
  },
}));
module.exports.load = asyncHandler(async (request) => {
${BODY}
});
`;
  expect(await outlineText(text, path)).toBe(
    'function Button 1-9\nfunction Card 10-17\nfunction Both 18-18\nfunction useStore 19-28\n  function increment 20-27\nfunction load 29-36',
  );
});

it('takes no value for a function that is made with one', async () => {
  const text = `const names = rows.map((row) => {\n${BODY}\n});
const found = Array.from({ length: 3 }, (_, i) => i);
const shown = computed(() => names.value);
const [state, setState] = useState(() => 1);
const { data } = useQuery(() => load());
`;
  expect(await outlineText(text, 'names.ts')).toBe('');
});

it('finds the functions in Go that are values', async () => {
  const text = `package a

// Handles a request.
var handler = func(request int) {
${BODY}
}

var (
	limit = 3
	// Serves it.
	serve = http.HandlerFunc(func(request int) {
${BODY}
	})
)

var total = 4
`;
  expect(await outlineText(text, 'handlers.go')).toBe('function handler 3-11\nfunction serve 15-23');
});
