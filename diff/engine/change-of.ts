import { createHash } from 'node:crypto'
import { cached, capital, locationWords, logicalKeys, reachOf } from '../../document/index.js'
import { entryFor } from '../catalogue/index.js'
import type { Change, Use } from '../model/report.js'
import { jsonText } from './equal.js'
import type { Edit, Fragment, Naming, Node } from './node.js'

const longest = 80

/** Paths of operations are longer than values, and mean nothing when they are cut. */
const longestName = 300

// A backtick in the text would end the quotation.
const inBackticks = (text: string, most = longest): string => {
  const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text
  return `\`${shown.replaceAll('`', "'")}\``
}

// An empty text would have no visible quotation.
const valueText = (value: unknown): string =>
  inBackticks(typeof value === 'string' && value !== '' ? value : (jsonText(value) ?? 'nothing'))

const shownValue = (value: unknown, otherwise: string, isTyped: boolean): string => {
  if (value === undefined) return otherwise
  if (!Array.isArray(value)) return isTyped ? inBackticks(JSON.stringify(value)) : valueText(value)
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

/** Whether a location says which way the data goes. The names in it say nothing. */
const statesDirection = (location: string): boolean =>
  / of |parameter|header|^(response|request body) /.test(location.replaceAll(/`[^`]*`/g, '``'))

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
  // The text "true" and the boolean look alike without quotation marks.
  const isTyped = typeof edit.before !== typeof edit.after && String(edit.before) === String(edit.after)
  const text = template.replaceAll(
    /\{(\w+)(?:\|([\w ]+))?\}/g,
    (_, key: string, otherwise = 'not stated') => {
      if (key === 'before' || key === 'after') return shownValue(edit[key], otherwise, isTyped)
      if (key === 'name')
        return edit.name === '' ? 'without a name' : inBackticks(edit.name ?? '', longestName)
      return key === 'of' ? holderOf(location) : location
    },
  )
  const isCalled = uses.length > 0 && uses.every(({ operation }) => /^(webhook|callback) /.test(operation))
  const words = isCalled ? calledFlows : flows
  const isStated = isOfOneSide(template) || statesDirection(location)
  return `${capital(text)}${isStated ? '' : words[direction]}.`
}

/** Values whose JSON is longer than this are omitted from a change. */
const longestValue = 400

const logical = (fragment: Fragment | undefined): readonly string[] | null =>
  fragment === undefined ? null : logicalKeys(fragment.document.root, fragment.pointer)

const fingerprintOf = (id: string, { direction, from, to, name, before, after }: Edit): string =>
  createHash('sha256')
    .update(jsonText([id, direction, logical(from), logical(to), ...orNull([name, before, after])]) ?? '')
    .digest('hex')
    .slice(0, 16)

const orNull = (values: readonly unknown[]): readonly unknown[] => values.map((value) => value ?? null)

const isShort = (value: unknown): boolean =>
  value !== undefined && (jsonText(value)?.length ?? 0) <= longestValue

/** Converts an edit and its uses to a change. */
export function changeOf({ edit, uses }: UsedEdit): Change {
  const { id, effect, direction } = entryFor(edit.kind, edit.direction)
  return {
    id,
    fingerprint: fingerprintOf(id, edit),
    direction,
    ...(edit.from && { from: { pointer: edit.from.pointer } }),
    ...(edit.to && { to: { pointer: edit.to.pointer } }),
    ...(isShort(edit.before) ? { before: edit.before } : {}),
    ...(isShort(edit.after) ? { after: edit.after } : {}),
    uses,
    effect,
    sentence: sentenceOf(edit, uses),
    ...(edit.guess === undefined ? {} : { guess: edit.guess }),
  }
}

/** An edit with the operations that it reaches, each location once. */
export interface UsedEdit {
  readonly edit: Edit
  readonly uses: Use[]
}

interface Step {
  readonly node: Node
  /** `response 200 application/json`. */
  readonly words: string
  /** `/items/[]`. */
  readonly path: string
}

interface Start {
  readonly node: Node
  readonly use: ReturnType<Naming> | undefined
  /** Operations already entered from this path or webhook, which a callback does not enter again. */
  readonly begun: Set<Node>
}

/** Matches a media type: equal changes of several media types, as from Swagger 2.0, are one. */
const anyMediaType = (fragment: Fragment | undefined): string | undefined =>
  fragment?.pointer.replace(/(?<=\/content\/)[^/]+(?=\/schema\/)/, '*')

const keyOf = ({ kind, direction, from, to, name, before, after }: Edit): string =>
  [kind, direction, anyMediaType(from), anyMediaType(to), name, jsonText([before, after])].join('\n')

const advance = (current: Step, step: string, node: Node): Step => {
  if (step.startsWith('/')) return { node, words: current.words, path: current.path + step }
  const words = step === '' || current.words === '' ? current.words + step : `${current.words} ${step}`
  return { node, words, path: current.path }
}

const within = ({ words, path }: Step, step = ''): string => {
  const fullPath = step.startsWith('/') ? path + step : path
  return [words, step.startsWith('/') ? '' : step, fullPath].filter((text) => text !== '').join(' ')
}

/**
 * All edits reachable from a node, each location once, with uses in the order of the operations. From each operation, a
 * node that leads to an edit is visited once.
 */
export function collectUses(root: Node): UsedEdit[] {
  const nodesBelow = ({ edges }: Node): readonly Node[] => edges.map(({ node }) => node)
  /** The nodes that hold an edit or lead to one; no others need a visit. */
  const { leading: dirty } = reachOf(root, nodesBelow, ({ edits }) => edits.length > 0)
  const found = new Map<string, UsedEdit>()
  const keys = new Map<Edit, string>()
  const starts: Start[] = [{ node: root, use: undefined, begun: new Set() }]
  const take = (edit: Edit, { use }: Start, current: Step): void => {
    const key = cached(keys, edit, () => keyOf(edit))
    const { uses } = cached(found, key, () => ({ edit, uses: [] }))
    if (use === undefined || uses.at(-1)?.operation === use.operation) return
    uses.push({ ...use, within: within(current, edit.step) })
  }
  const begin = (outer: Start, naming: Naming, node: Node): void => {
    const begun = outer.use === undefined ? new Set<Node>() : outer.begun
    if (begun.has(node)) return
    begun.add(node)
    starts.push({ node, use: naming(outer.use?.operation ?? ''), begun })
  }
  // The list grows during the loop because callbacks add operations.
  for (const start of starts) {
    const seen = new Set<Node>([start.node])
    const steps: Step[] = [{ node: start.node, words: '', path: '' }]
    for (const current of steps) {
      for (const edit of current.node.edits) take(edit, start, current)
      for (const { step, node, naming } of current.node.edges) {
        if (!dirty.has(node)) continue
        if (naming !== undefined) begin(start, naming, node)
        else if (!seen.has(node)) {
          seen.add(node)
          steps.push(advance(current, step, node))
        }
      }
    }
  }
  return [...found.values()]
}
