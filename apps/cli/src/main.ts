#!/usr/bin/env node
import { runCli } from './program/run-cli.js';

const { argv, env, stdin, stdout, stderr } = process;
process.exitCode = await runCli(argv.slice(2), { env, stdin, stdout, stderr });
