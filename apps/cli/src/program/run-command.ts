import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';

/** What a command does once its arguments are read. */
export type CommandWork = (context: CommandContext) => Promise<void>;

/** Runs a command’s work with everything it needs; errors end in the exit code. */
export type RunCommand = (work: CommandWork) => Promise<void>;

/** Adds one command to the program. What is heavy is imported when it runs. */
export type AddCommand = (program: Command, run: RunCommand) => void;
