import { catalogue } from '../../diff/index.js'

const rows = catalogue.map(({ id, effect, title }) => `| \`${id}\` | ${effect} | ${title} |`)

/** docs/reference/changes.md from the catalogue of diff/: one row an id. */
export function changesPage(): string {
  return `# Changes between documents

Every difference between two documents has one of these ids. An id says what changed and in which direction the data flows. It has one effect on a client that was written for the older document:

- **breaks**: a right client stops working, or a right request is refused.
- **may-break**: some right clients stop working. It depends on what they rely on.
- **safe**: every right client goes on working.
- **documentation**: only words or a spelling changed.

\`request-\` means data that flows to the service, \`response-\` data that comes from it. The service sends webhooks and callbacks, so their body is judged as a response and the response of the client as a request. In a callback of a callback it is the other way round. A narrower request or a wider response hurts clients. A wider request or a narrower response does not.

Two spellings of one thing are not a change: \`nullable\` and a list of types, \`const\` and an \`enum\` of one, a choice or a conjunction of one, inlined and referenced, another order, defaults written out, a component with another name. A read-only property is not part of a request, and a write-only one is not part of a response.

Where a property, a parameter or an operation seems to have a new name or place, the change says so as a guess, with the reason.

| Id | Effect | Meaning |
|---|---|---|
${rows.join('\n')}
`
}
