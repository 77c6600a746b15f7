export type { ErrorEntry, ExitCode } from './entry.js'
export type { Problem, Severity, Where } from './problem.js'
export { type ErrorDetails, RampartError } from './rampart-error.js'
export { type ErrorCode, errorRegistry } from './registry.js'
