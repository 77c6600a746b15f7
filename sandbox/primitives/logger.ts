/** Lines about what the service does. No key and no value of a caller is ever part of one. */
export interface SandboxLogger {
  readonly info: (line: string) => void
  readonly error: (line: string) => void
}
