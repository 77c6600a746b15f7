import { errorRegistry } from './registry.js';
/** An expected failure: it has a code, an exit code, a place and a way out, and never shows a stack trace. */
export class RampartError extends Error {
    name = 'RampartError';
    code;
    exitCode;
    fix;
    where;
    problems;
    constructor(code, details) {
        super(details.message, { cause: details.cause });
        const entry = errorRegistry[code];
        this.code = code;
        this.exitCode = entry.exit;
        this.fix = details.fix ?? entry.fix;
        this.where = details.where;
        this.problems = details.problems ?? [];
    }
}
