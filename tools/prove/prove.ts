import { runCommand } from '../../src/process/command.ts';
import { proveCommand } from './command/prove-command.ts';

/** `npx runners prove`: compares recorded answers of another service with those of this one (docs/proving.md). */
runCommand((words) => proveCommand(words));
