import { errorRegistry } from '../../diagnostics/index.js'

const rows = Object.entries(errorRegistry).map(
  ([code, { exit, title, fix }]) => `| \`${code}\` | ${exit} | ${title} | ${fix} |`,
)

/** docs/errors.md from the registry: one row a code, in the order of its wings. */
export function errorsPage(): string {
  return `# Errors and exit codes

| Exit code | Meaning |
|---|---|
| 0 | fine; also the sandbox or \`rampart webhook listen\` ended by Ctrl-C |
| 1 | the contract is broken: drift, stale code, findings |
| 2 | wrong use or bad input |
| 3 | the service could not be reached, refused the key, or left the run incomplete |
| 70 | a bug in rampart; the message says so and asks for a report |
| 130 | interrupted; \`rampart test\` has written the reports of what was judged by then, anything else has left nothing half done |

Every expected failure is printed on stderr as \`error[CODE]: what was wrong\`, its places, and \`next:\` with what to do.

| Code | Exit | What is wrong | What to do |
|---|---|---|---|
${rows.join('\n')}
`
}
