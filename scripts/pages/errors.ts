import { errorRegistry } from '../../diagnostics/index.js'

const rows = Object.entries(errorRegistry).map(
  ([code, { exit, title, fix }]) => `| \`${code}\` | ${exit} | ${title} | ${fix} |`,
)

/** docs/reference/errors.md from the registry: one row a code, in the order of its wings. */
export function errorsPage(): string {
  return `# Errors and exit codes

| Exit code | Meaning |
|---|---|
| 0 | Everything holds. Ctrl-C ends the sandbox and \`rampart webhook listen\` with 0 too. |
| 1 | The contract is broken: drift, stale code, or findings. |
| 2 | The command was used wrongly, or its input is bad. |
| 3 | The service could not be reached, refused the key, or left the run incomplete. |
| 70 | rampart has a bug. The message says so and asks for a report. |
| 130 | The command was interrupted. \`rampart test\` has written the reports of what it judged until then. Every other command has left nothing half done. |

An expected failure is printed on stderr: \`error[CODE]: what is wrong\`, then where, then \`next:\` with what to do. [Why did my build fail?](../why-did-my-build-fail.md) leads from a message to its cause.

| Code | Exit | What is wrong | What to do |
|---|---|---|---|
${rows.join('\n')}
`
}
