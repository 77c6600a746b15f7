import { capital, locationWords, logicalKeys } from '../../document/index.js'
import { entryFor } from '../catalogue/index.js'
import { jsonText } from '../equal/canonical.js'
import type { Fragment } from '../fragments/fragment.js'
import type { Change, ChangeLocation, Use } from '../model/change.js'
import type { Edit } from './node.js'
import type { UsedEdit } from './uses.js'
import { createHash } from 'node:crypto'

const longest = 80

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

// A backtick in the text would end the quotation.
const inBackticks = (text: string): string => `\`${shortened(text).replaceAll('`', "'")}\``

// An empty text would have no visible quotation.
const valueText = (value: unknown): string =>
  inBackticks(typeof value === 'string' && value !== '' ? value : (jsonText(value) ?? 'nothing'))

const shownValue = (value: unknown, otherwise: string): string => {
  if (value === undefined) return otherwise
  if (!Array.isArray(value)) return valueText(value)
  const texts = value.slice(0, 8).map((one: unknown) => valueText(one))
  return texts.length === 0 ? 'nothing' : texts.join(', ') + (value.length > 8 ? ' …' : '')
}

const flows = { request: ' in requests', response: ' in responses', neither: '' } as const

// Webhooks and callbacks are requests by the service, so "in responses" would mislead there.
const calledFlows = {
  request: ' in data that the service receives',
  response: ' in data that the service sends',
  neither: '',
} as const

const isCalled = ({ operation }: Use): boolean => /^(webhook|callback) /.test(operation)

/** Whether the text of a location states the direction. */
const statesDirection = (location: string): boolean =>
  / of |parameter|header|^(response|request body) /.test(location)

/** Whether a sentence is about something that only requests or only responses have. */
const isOfOneSide = (template: string): boolean =>
  /^(an? )?((optional|required) )?(parameter|response|body) /i.test(template)

/** The operation or response of the parameter or header that a location names; empty for a component. */
const holderOf = (location: string): string => {
  const [own, ...outer] = location.split(' of ')
  const holder = /^(parameter|header) /.test(own ?? '') ? outer.join(' of ') : location
  return holder === '' ? '' : ` of ${holder}`
}

/** Renders a change as one sentence with names in backticks. Its uses determine which side sends the data. */
const sentenceOf = (edit: Edit, uses: readonly Use[]): string => {
  const fragment = edit.owner ?? edit.to ?? edit.from
  const location =
    fragment === undefined ? 'the document' : locationWords(fragment.document.root, fragment.pointer)
  const { template, direction } = entryFor(edit.kind, edit.direction)
  const text = template.replaceAll(
    /\{(\w+)(?:\|([\w ]+))?\}/g,
    (_, key: string, otherwise = 'not stated') => {
      if (key === 'before' || key === 'after') return shownValue(edit[key], otherwise)
      if (key === 'name') return edit.name === '' ? 'without a name' : inBackticks(edit.name ?? '')
      return key === 'of' ? holderOf(location) : location
    },
  )
  const words = uses.length > 0 && uses.every(isCalled) ? calledFlows : flows
  const isStated = isOfOneSide(template) || statesDirection(location)
  return `${capital(text)}${isStated ? '' : words[direction]}.`
}

/** Values whose JSON is longer than this are omitted from a change. */
const longestValue = 400

const logical = (fragment: Fragment | undefined): readonly string[] | null =>
  fragment === undefined ? null : logicalKeys(fragment.document.root, fragment.pointer)

const fingerprintOf = (id: string, { direction, from, to, name, before, after }: Edit): string =>
  createHash('sha256')
    .update(
      jsonText([id, direction, logical(from), logical(to), name ?? null, before ?? null, after ?? null]) ??
        '',
    )
    .digest('hex')
    .slice(0, 16)

const placeOf = (fragment: Fragment): ChangeLocation => ({ pointer: fragment.pointer })

const isShort = (value: unknown): boolean =>
  value !== undefined && (jsonText(value)?.length ?? 0) <= longestValue

/** Converts an edit and its uses to a change. */
export function changeOf({ edit, uses }: UsedEdit): Change {
  const { id, effect, direction } = entryFor(edit.kind, edit.direction)
  return {
    id,
    fingerprint: fingerprintOf(id, edit),
    direction,
    ...(edit.from === undefined ? {} : { from: placeOf(edit.from) }),
    ...(edit.to === undefined ? {} : { to: placeOf(edit.to) }),
    ...(isShort(edit.before) ? { before: edit.before } : {}),
    ...(isShort(edit.after) ? { after: edit.after } : {}),
    uses,
    effect,
    sentence: sentenceOf(edit, uses),
    ...(edit.guess === undefined ? {} : { guess: edit.guess }),
  }
}
