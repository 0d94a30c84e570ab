import { describeSessionStore, inMemory } from '@tributary/state-port/conformance';
import { MemorySessionStore } from './memory-session-store.js';

describeSessionStore({ name: 'sessions in memory', makeHarness: () => inMemory((clock) => new MemorySessionStore(clock)) });
