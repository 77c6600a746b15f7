import type { Direction } from '../model/change.js'

/**
 * Advice on kinds of change. `{1}` is replaced by the first name in backticks of the change's sentence, `{before}`
 * and `{after}` by its values.
 */
export type AdviceRow = readonly [kinds: RegExp, direction: Direction | 'any', text: string]

const around: readonly AdviceRow[] = [
  [/^operation-removed$/, 'any', 'Stop calling {1}: the newer version does not have it.'],
  [/^operation-moved$/, 'any', 'Call {2} instead of {1}.'],
  [/^(webhook|callback)-removed$/, 'any', 'Expect no {1} any more, and remove its handler.'],
  [/^link-/, 'any', 'Do not rely on the link {1}: build the request that it led to.'],
  [/^security-required$/, 'any', 'Send credentials with {1}.'],
  [/^security-alternative-removed$/, 'any', 'Authenticate in a way that {1} still accepts.'],
  [/^security-scope-added$/, 'any', 'Ask for the scope {2} when you obtain a token.'],
  [/^security-flow-scope-removed$/, 'any', 'Obtain tokens without the scope {1}.'],
  [/^security-flow-removed$/, 'any', 'Obtain tokens by another flow than {1}.'],
  [/^security-url-/, 'any', 'Obtain tokens at the new address: {after}.'],
  [/^security-/, 'any', 'Look at how requests are authorized with {2}.'],
  [/^server-/, 'any', 'Look at the base URL that requests go to.'],
  [/-renamed$/, 'any', 'Say {after} where the code says {before}.'],
  [/^default-/, 'any', 'State {1} where its former default was relied on.'],
  [
    /^(success|error)-status-removed$/,
    'any',
    'Expect no answer with status {1}: see what is answered instead.',
  ],
  [/^enum-replaced$/, 'any', 'Use the new values of {1}: {after}.'],
  [/^discriminator-changed$/, 'any', 'Tell the variants of {1} apart by {after}.'],
  [/^xml-/, 'any', 'Look at how {1} is written as XML.'],
  [/^reference-/, 'any', 'Look at what {1} refers to: the reference cannot be followed.'],
  [/^prefix-item-/, 'any', 'Look at position {1} of {2}: it has another schema.'],
  [/^pattern-properties-.*in-map$/, 'any', 'Look at properties of {2} whose names match {1}.'],
  [/^property-added-to-map$/, 'any', 'Look at the property {1} of {2}: it has a schema of its own.'],
]

const sent: readonly AdviceRow[] = [
  [
    /^(required-)?(parameter|property|header)-(added|became-required)-with-default$/,
    'request',
    'Send {1}, or make sure that its default is what is meant.',
  ],
  [/^required-(parameter|property|header)-added$/, 'request', '{1} is required in the request now: send it.'],
  [
    /^(parameter|property|header)-became-required$/,
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
  [/^parameter-moved$/, 'request', 'Pass {1} with the {after}, not with the {before}.'],
  [/-explode-changed$/, 'request', 'Look at how {2} is written into the request.'],
  [/^(parameter|header|encoding)-/, 'request', 'Look at how {1} is written into the request.'],
  [/^became-not-nullable$/, 'request', 'Send no `null` in {1}.'],
  [
    /^(enum|discriminator|known)-value-removed$/,
    'request',
    'Stop sending the value {1}: {2} no longer takes it.',
  ],
  [/^enum-(added|closed)$/, 'request', 'Send one of the listed values in {1}.'],
  [/^variant-removed$/, 'request', 'Stop sending the variant {1}: {2} no longer takes it.'],
  [/^variants-(merged|split)$/, 'any', 'Look at how {2} is told apart: the variants {1} changed.'],
  [/^union-added$/, 'request', 'Send one of the listed variants in {1}.'],
  [/^wrapped-in-one-of$|^any-of-became-one-of$/, 'request', 'Send what fits one variant of {1} alone.'],
  [/^discriminator-added$/, 'request', 'Tell the variants of {2} apart by {1}: send it.'],
  [/^media-type-(removed|narrowed)$/, 'request', 'Send another media type than {1}.'],
  [/^content-(encoding-|media-type-)?changed$/, 'request', 'Send {2} in its new form: {after}.'],
  [/^type-|^format-changed$/, 'request', 'Send {1} in its new form: {after}.'],
  [/^schema-added$/, 'request', 'Check that what is sent in {1} fits its schema.'],
  [
    /^pattern-properties-/,
    'request',
    'Check the properties of {2} whose names match {1}: they have a schema now.',
  ],
  [/^dependent-required-/, 'request', 'Send {3} wherever {1} is sent.'],
  [/^dependent-schema-/, 'request', 'Check that {2} fits its schema wherever {1} is sent.'],
  [
    /-properties-(forbidden|withdrawn)$/,
    'request',
    'Send no properties in {1} that the document does not name.',
  ],
  [/-properties-constrained$/, 'request', 'Check that further properties of {1} fit the newer schema.'],
  [/items-forbidden$/, 'request', 'Send no further items in {1}.'],
  [
    /^(items|unevaluated-items|content|property-names)-/,
    'request',
    'Check that what is sent in {1} fits the newer schema.',
  ],
  [
    /^(min|max|minimum|maximum|multiple-of|pattern|format|unique-items|contains|not|condition)/,
    'request',
    'Check that what is sent in {1} keeps to the new limit: {after}.',
  ],
]

const received: readonly AdviceRow[] = [
  [/^(required-)?body-removed$/, 'response', 'Handle an answer without a body.'],
  [
    /(parameter|property|header)-(removed|became-write-only)$/,
    'response',
    'Do without {1}: it is not in the answer any more.',
  ],
  [/^parameter-moved$/, 'response', 'Read {1} from the {after}, not from the {before}.'],
  [/(parameter|property|header|body)-became-optional$/, 'response', 'Handle an answer without {1}.'],
  [/-explode-changed$/, 'response', 'Look at how {2} is read.'],
  [/^(parameter|header|encoding)-/, 'response', 'Look at how {1} is read.'],
  [/^became-nullable$/, 'response', 'Handle `null` in {1}.'],
  [/^(enum|discriminator|known)-value-added$/, 'response', 'Handle the new value {1} of {2}.'],
  [/^enum-(removed|opened)$/, 'response', 'Handle values of {1} that are not listed.'],
  [/^variant-added$/, 'response', 'Handle the new variant {1} of {2}.'],
  [
    /^union-removed$|^unwrapped-from-one-of$/,
    'response',
    'Do not rely on {1} being one of the former variants.',
  ],
  [/^one-of-became-any-of$/, 'response', 'Handle several variants of {1} at once.'],
  [/^discriminator-removed$/, 'response', 'Tell the variants of {2} apart by something else than {1}.'],
  [/^success-status-added$/, 'response', 'Handle an answer with status {1}.'],
  [
    /^media-type-/,
    'response',
    'Accept what the newer version answers with: see the media types of the operation.',
  ],
  [/^content-(encoding-|media-type-)?changed$/, 'response', 'Read {2} in its new form: {after}.'],
  [/^type-unstated$|^schema-removed$/, 'response', 'Handle any type in {1}.'],
  [/^type-|^format-changed$/, 'response', 'Read {1} in its new form: {after}.'],
  [/^pattern-properties-/, 'response', 'Handle any value in properties of {2} whose names match {1}.'],
  [/^dependent-required-/, 'response', 'Handle {1} without {3}.'],
  [/^dependent-schema-/, 'response', 'Handle {1} where {2} does not fit its former schema.'],
  [/-properties-(withdrawn|unconstrained)$/, 'response', 'Do not rely on further properties of {1}.'],
  [
    /^(items|unevaluated-items|content|property-names)-/,
    'response',
    'Handle what the former schema of {1} did not describe.',
  ],
  [
    /^(min|max|minimum|maximum|multiple-of|pattern|format|unique-items|contains|not|condition)/,
    'response',
    'Check that nothing relies on the former limit of {1}: columns, buffers, formats.',
  ],
]

/** Changes that break no request or response, but may break code that is compiled. */
const compiled: readonly AdviceRow[] = [
  [
    /(parameter|property|header)-became-optional/,
    'request',
    'Handle `undefined` where the code reads {1}: it may be left out now.',
  ],
  [
    /(parameter|property|header)-(added|became-required)$/,
    'response',
    'Add {1} where the code makes up such answers, as tests do.',
  ],
  [
    /(parameter|property|header)-added$/,
    'request',
    'Handle {1}, which may be sent now, where the code reads requests.',
  ],
  [/^became-nullable$/, 'request', 'Handle `null` where the code reads {1}.'],
  [/^became-not-nullable$/, 'response', 'Drop what handles `null` in {1}.'],
  [
    /^(enum|discriminator|known)-value-added$/,
    'request',
    'Handle the new value {1} where the code reads {2}.',
  ],
  [/^(enum|discriminator|known)-value-removed$/, 'response', 'Drop what handles the value {1} of {2}.'],
  [/^variant-added$/, 'request', 'Handle the new variant {1} where the code reads {2}.'],
  [/^variant-removed$/, 'response', 'Drop what handles the variant {1} of {2}.'],
  [/^(success|error)-status-added$/, 'any', 'Handle an answer with status {1}.'],
]

/** The first matching row applies, so specific rows come first. */
export const adviceRows: readonly AdviceRow[] = [...around, ...sent, ...received, ...compiled]
