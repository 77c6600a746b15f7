import type { Effect } from '../../model/change.js'
import type { ReportedChange } from '../../model/report.js'

/** The urgency of a change for a client. */
export type Duty = 'now' | 'maybe' | 'nothing'

/** The groups of changes in reports for people, the most urgent first. */
export const duties: readonly { readonly value: Duty; readonly label: string }[] = [
  { value: 'now', label: 'Must change now' },
  { value: 'maybe', label: 'May have to change' },
  { value: 'nothing', label: 'Nothing to do' },
]

const byEffect: Readonly<Record<Effect, Duty>> = {
  breaks: 'now',
  'may-break': 'maybe',
  safe: 'nothing',
  documentation: 'nothing',
}

/** The urgency of a change for a client, derived from its effect. */
export function dutyOf({ effect }: Pick<ReportedChange, 'effect'>): Duty {
  return byEffect[effect]
}

type Rows = readonly (readonly [kinds: RegExp, advice: string])[]

const sent: Rows = [
  [/-with-default$/, 'Check that the default is what you mean, or send a value.'],
  [
    /^required-(property|parameter|header)-added$|(property|parameter|header)-became-required$/,
    'Send it always.',
  ],
  [/^(required-body-added|body-became-required)$/, 'Send a body.'],
  [/(property|parameter|header|body)-removed(-from-closed)?$/, 'Stop sending it.'],
  [/-renamed$/, 'Send it under its new name.'],
  [/^parameter-moved$/, 'Send it where it is expected now.'],
  [/^(enum-value|known-value|variant|discriminator-value)-removed$/, 'Stop sending it.'],
  [/^enum-(added|closed|replaced)$/, 'Send one of the values that are listed.'],
  [/^became-not-nullable$/, 'Stop sending `null`.'],
  [/^(type-(changed|narrowed)|schema-added)$/, 'Send the type that is stated now.'],
  [/^union-added$/, 'Send one of the variants that are listed.'],
  [/^media-type-(removed|narrowed)$/, 'Send a media type that is still listed.'],
  [/^(additional|unevaluated)-properties-forbidden$/, 'Send no other properties.'],
  [/^(min|max)[a-z-]*-(raised|lowered|added)$|^multiple-of/, 'Keep to the limit.'],
  [/^(pattern|format)-/, 'Check that what you send has this form.'],
]

const received: Rows = [
  [/(property|header)-removed(-from-closed)?$/, 'Stop reading it.'],
  [/-renamed$/, 'Read it under its new name.'],
  [/(property|header|body)-became-optional$/, 'Be ready for answers without it.'],
  [/^became-nullable$/, 'Be ready for `null`.'],
  [/^(enum-value|variant|discriminator-value)-added$/, 'Be ready for it.'],
  [/^enum-(removed|opened)$/, 'Be ready for values that you do not know.'],
  [/^type-(changed|widened)$/, 'Read the type that is stated now.'],
  [/^success-status-added$/, 'Handle this status.'],
  [/^success-status-removed$/, 'Stop relying on this status.'],
  [/^media-type-(removed|widened)$/, 'Ask for a media type that is still listed.'],
  [/^(min|max)[a-z-]*-(raised|lowered|removed)$/, 'Be ready for values beyond the former limit.'],
  [/^(pattern|format)-/, 'Be ready for values of another form.'],
]

const around: Rows = [
  [/^operation-removed$/, 'Stop calling it.'],
  [/^operation-moved$/, 'Call it at its new address.'],
  [/^(webhook|callback)-removed$/, 'Stop waiting for it.'],
  [/^security-required$/, 'Send credentials.'],
  [/^security-alternative-removed$/, 'Authenticate in a way that is still accepted.'],
  [/^security-scope-added$/, 'Ask for the scope when you obtain a token.'],
  [/^server-removed$/, 'Call another server.'],
  [/[a-z]-deprecated$/, 'Plan to do without it.'],
]

const rows = { request: sent, response: received, neither: around } as const

/** Advice on a change in a sentence; undefined if it does not follow from the change alone. */
export function adviceOf({ id, effect, direction }: ReportedChange): string | undefined {
  const isNoLonger = id.includes('-no-longer-')
  if (effect === 'safe' || isNoLonger || (effect === 'documentation' && !id.endsWith('-deprecated')))
    return undefined
  const kind = direction === 'neither' ? id : id.slice(direction.length + 1)
  return rows[direction].find(([kinds]) => kinds.test(kind))?.[1]
}
