import { entryOf } from '../catalogue/index.js'
import type { Change, Direction } from '../model/change.js'

/** Names and values of a change, as its sentence has them: `{1}` is the first between backticks. */
type Advice = readonly [kinds: RegExp, direction: Direction | 'any', text: string]

// The first row that fits holds, so the narrow ones stand first.
const rows: readonly Advice[] = [
  [/^operation-removed$/, 'any', 'Stop calling {1}: the newer version does not have it.'],
  [/^operation-moved$/, 'any', 'Call {2} instead of {1}.'],
  [/^(webhook|callback)-removed$/, 'any', 'Expect no {1} any more, and remove its handler.'],
  [/^security-|^link-/, 'any', 'Look at how requests of this operation are authorized or followed up.'],
  [/^server-/, 'any', 'Look at the base URL that requests go to.'],
  [
    /^required-(parameter|property|header)-added-with-default$/,
    'request',
    'Send {1}, or make sure that its default is what is meant.',
  ],
  [/^required-(parameter|property|header)-added$/, 'request', '{1} is required in the request now: send it.'],
  [
    /^(parameter|property|header)-became-required/,
    'request',
    '{1} is required in the request now: send it always.',
  ],
  [/^required-property-no-longer-read-only$/, 'request', '{1} is part of the request now: send it.'],
  [/^required-body-added$|^body-became-required$/, 'request', 'Send a body.'],
  [/^(required-)?body-removed$/, 'request', 'Send no body.'],
  [
    /(parameter|property|header)-(removed|removed-from-closed|became-read-only)$/,
    'request',
    'Stop sending {1}.',
  ],
  [
    /(parameter|property|header)-(removed|became-write-only)$/,
    'response',
    'Do without {1}: it is not in the answer any more.',
  ],
  [/-renamed$/, 'any', 'Say {after} where the code says {before}.'],
  [/^parameter-moved$/, 'any', 'Pass {1} with the {after}, not with the {before}.'],
  [
    /^(parameter|header|encoding)-|^parameter-(became|no-longer)-list$/,
    'request',
    'Look at how {1} is written into the request.',
  ],
  [/(parameter|property|header|body)-became-optional$/, 'response', 'Handle an answer without {1}.'],
  [/^became-nullable$/, 'response', 'Handle `null` in {1}.'],
  [/^became-not-nullable$/, 'request', 'Send no `null` in {1}.'],
  [/^(enum|discriminator|known)-value-added$/, 'response', 'Handle the new value {1} of {2}.'],
  [
    /^(enum|discriminator|known)-value-removed$/,
    'request',
    'Stop sending the value {1}: {2} no longer takes it.',
  ],
  [/^enum-replaced$/, 'any', 'Use the new values of {1}: {after}.'],
  [/^enum-(added|closed)$/, 'request', 'Send one of the listed values in {1}.'],
  [/^enum-(removed|opened)$/, 'response', 'Handle values of {1} that are not listed.'],
  [/^variant-added$/, 'response', 'Handle the new variant {1} of {2}.'],
  [/^variant-removed$/, 'request', 'Stop sending the variant {1}: {2} no longer takes it.'],
  [/^success-status-added$/, 'response', 'Handle an answer with status {1}.'],
  [
    /^(success|error)-status-removed$/,
    'any',
    'Expect no answer with status {1}: see what is answered instead.',
  ],
  [/^media-type-(removed|narrowed)$/, 'request', 'Send another media type than {1}.'],
  [
    /^media-type-/,
    'response',
    'Accept what the newer version answers with: see the media types of the operation.',
  ],
  [/^type-|^format-changed$|^content-changed$/, 'request', 'Send {1} in its new form: {after}.'],
  [/^type-|^format-changed$|^content-changed$/, 'response', 'Read {1} in its new form: {after}.'],
  [
    /^(min|max|minimum|maximum|multiple-of|pattern|format|unique-items|contains|not|condition)/,
    'request',
    'Check that what is sent in {1} keeps to the new limit: {after}.',
  ],
  [
    /^(min|max|minimum|maximum|multiple-of|pattern|format|unique-items|contains|not|condition)/,
    'response',
    'Check that nothing relies on the former limit of {1}: columns, buffers, formats.',
  ],
  [/^default-/, 'any', 'State {1} where its former default was relied on.'],
  [
    /^(additional|unevaluated)-properties-(forbidden|constrained)$/,
    'request',
    'Send no properties in {1} that the document does not name.',
  ],
  [/^discriminator-changed$/, 'any', 'Tell the variants of {1} apart by {after}.'],
  [/^dependent-required-added$/, 'request', 'Send {2} wherever {1} is sent.'],
]

const directionless: Readonly<Record<Direction, string>> = {
  request: 'Make what is sent fit the newer document.',
  response: 'Make sure that the code reads what the newer document describes.',
  neither: 'Look at whether the code relies on it.',
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string' || typeof value === 'number')
    return `\`${String(value).replaceAll('`', "'")}\``
  if (!Array.isArray(value) || value.length === 0) return undefined
  return value
    .map(textOf)
    .filter((one) => one !== undefined)
    .slice(0, 8)
    .join(', ')
}

/** What a client has to do about a change, as a sentence with names between backticks. */
export function adviceOf(change: Change): string {
  const { id, direction, sentence, before, after } = change
  const kind = entryOf(id)?.kind ?? id
  const row = rows.find(([kinds, way]) => kinds.test(kind) && (way === 'any' || way === direction))
  if (!row) return directionless[direction]
  const quoted = sentence.match(/`[^`]*`/g) ?? []
  const values: Readonly<Record<string, string | undefined>> = {
    1: quoted[0],
    2: quoted[1],
    before: textOf(before),
    after: textOf(after),
  }
  const fits = [...row[2].matchAll(/\{(\w+)\}/g)].every(([, name = '']) => values[name] !== undefined)
  const filled = row[2].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  if (fits) return filled
  // Without the value the sentence before the colon still says what to do.
  const [start = ''] = row[2].split(':')
  const isWhole = [...start.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => values[name] !== undefined)
  return isWhole && start !== row[2] ? `${filled.split(':')[0]}.` : directionless[direction]
}
