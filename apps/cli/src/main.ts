#!/usr/bin/env node
import '@tributary/platform/lean-heap';

// Loaded after the heap is set up: see lean-heap.
const { runCli } = await import('./program/run-cli.js');

const { argv, env, stdin, stdout, stderr } = process;
process.exitCode = await runCli(argv.slice(2), { env, stdin, stdout, stderr });
