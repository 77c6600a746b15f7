import { catalogue } from '../../diff/index.js'

const rows = catalogue.map(({ id, effect, title }) => `| \`${id}\` | ${effect} | ${title} |`)

/** docs/reference/changes.md from the catalogue of diff/: one row an id. */
export function changesPage(): string {
  return `# Changes between documents

Every difference between two documents has one of these ids. An id tells what changed and which way the data flows, and it has one effect on a client that was written against the older document:

- **breaks**: a right client stops working, or a right request is refused.
- **may-break**: some right clients do; it depends on what they rely on.
- **safe**: none does.
- **documentation**: words alone changed, or a spelling.

\`request-\` means data that flows to the service, \`response-\` data that comes from it. What the service sends in a webhook or a callback comes from it, so its body is judged as a response, and what a client answers as a request; in a callback of a callback it is the other way round again. A narrower request or a wider response hurts clients; the reverse does not.

Two spellings of one thing are no change: \`nullable\` and a list of types, \`const\` and an \`enum\` of one, a choice or a conjunction of one, inlined and referenced, another order, defaults written out, a component with another name. A property that was read-only is no part of a request, a write-only one none of a response.

Where a property, a parameter or an operation seems to have got another name or place, the change carries the reason as a guess.

| Id | Effect | Meaning |
|---|---|---|
${rows.join('\n')}
`
}
