#!/usr/bin/env node
import { keepCompiledCode } from './program/compile-cache.js';

const { argv, env, stdin, stdout, stderr } = process;
keepCompiledCode(env);
// Only what is imported from here on is kept.
const { runCli } = await import('./program/run-cli.js');
process.exitCode = await runCli(argv.slice(2), { env, stdin, stdout, stderr });
