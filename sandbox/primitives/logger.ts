/** Log lines about the service's work. They never contain keys or values of callers. */
export interface SandboxLogger {
  readonly info: (line: string) => void
  readonly error: (line: string) => void
}
