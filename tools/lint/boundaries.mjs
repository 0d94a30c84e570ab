// Who may import whom (docs/adr/0003-boundaries.md). Every project carries exactly one `type:` tag; no tag allows everything.

const PRODUCTION = {
  'type:kernel': [],
  'type:contracts': ['type:kernel'],
  'type:pure': ['type:contracts', 'type:kernel'],
  'type:port': ['type:contracts', 'type:kernel'],
  // A driver that several adapters share, such as the runtime of local models.
  'type:runtime': ['type:kernel'],
  'type:adapter': ['type:runtime', 'type:port', 'type:pure', 'type:contracts', 'type:kernel'],
  'type:feature': ['type:pure', 'type:port', 'type:contracts', 'type:kernel'],
  'type:client': ['type:contracts', 'type:kernel'],
  'type:platform': ['type:port', 'type:contracts', 'type:kernel'],
  'type:testing': ['type:contracts', 'type:kernel'],
  'type:composition': [
    'type:feature',
    'type:adapter',
    'type:platform',
    'type:client',
    'type:port',
    'type:pure',
    'type:contracts',
    'type:kernel',
  ],
  // Apps are shells and import no app: what two of them need is a composition.
  'type:app': [
    'type:composition',
    'type:feature',
    'type:adapter',
    'type:platform',
    'type:client',
    'type:port',
    'type:pure',
    'type:contracts',
    'type:kernel',
  ],
  // Runs in a browser: what it knows of the product, it knows over HTTP.
  'type:console': ['type:client', 'type:contracts', 'type:kernel'],
  // Benches measure adapters, pages are made from contracts and configuration, and the judge is fitted on what the evaluation measures.
  'type:tools': [
    'type:feature',
    'type:adapter',
    'type:runtime',
    'type:client',
    'type:platform',
    'type:testing',
    'type:port',
    'type:pure',
    'type:contracts',
    'type:kernel',
  ],
};

/** What tests and conformance suites may import beyond what their project may. */
const TESTS = {
  'type:pure': ['type:testing'],
  'type:port': ['type:testing'],
  'type:runtime': ['type:testing'],
  'type:adapter': ['type:testing', 'type:adapter'],
  'type:feature': ['type:testing', 'type:adapter'],
  'type:client': ['type:testing'],
  'type:platform': ['type:testing', 'type:adapter'],
  'type:composition': ['type:testing'],
  'type:app': ['type:testing'],
  'type:console': ['type:testing'],
};

/** @param {{ isTest: boolean }} files which files the constraints are for */
export function depConstraints({ isTest }) {
  return Object.entries(PRODUCTION).map(([sourceTag, allowed]) => ({
    sourceTag,
    onlyDependOnLibsWithTags: isTest ? [...allowed, ...(TESTS[sourceTag] ?? [])] : allowed,
  }));
}

/** The `type:` tags that a project may carry. */
export const PROJECT_TYPES = Object.keys(PRODUCTION);
