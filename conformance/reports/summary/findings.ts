import { groupedBy, once } from '../../../document/index.js'
import { brief, counted, type FacetOption, firstOf, type Tone } from '../../../reporting/index.js'
import { type Exchange, headerValue } from '../../exchange/exchange.js'
import { type Finding, mergeFindings } from '../../model/finding.js'
import type { CreatedEntry, Report, RuleResult } from '../../model/report.js'
import { isViolation } from '../../model/verdict.js'
import { curlLine } from '../evidence/curl.js'
import { deletedText } from './deleted.js'

/** The states of results in all reports, the worst first, each with its name. */
export const states = [
  { value: 'failed', label: 'failed', tone: 'bad' },
  { value: 'warning', label: 'warning', tone: 'odd' },
  { value: 'flaky', label: 'flaky', tone: 'odd' },
  { value: 'inconclusive', label: 'inconclusive', tone: 'odd' },
  { value: 'passed', label: 'passed', tone: 'good' },
  { value: 'skipped', label: 'skipped', tone: 'quiet' },
  { value: 'not-applicable', label: 'not applicable', tone: 'quiet' },
  { value: 'not-promised', label: 'not promised', tone: 'quiet' },
] as const satisfies readonly FacetOption[]

export type StateKey = (typeof states)[number]['value']

/** The state of a result. A failure with severity warning does not break the contract, so it has a state of its own. */
export function stateKey({ state, severity }: Pick<RuleResult, 'state' | 'severity'>): StateKey {
  return state === 'failed' && severity === 'warning' ? 'warning' : state
}

/** The name of the state of a result. */
export function stateLabel(result: Pick<RuleResult, 'state' | 'severity'>): string {
  const key = stateKey(result)
  return states.find(({ value }) => value === key)?.label ?? key
}

/** The tone of a state. */
export function toneOfState(key: StateKey): Tone {
  return states.find(({ value }) => value === key)?.tone ?? 'quiet'
}

type StateCount = (typeof states)[number] & { readonly count: number }

/** The number of results in each state that occurs; failed and passed are always included. */
export function countStates(results: readonly RuleResult[], all = results): StateCount[] {
  const count = (of: readonly RuleResult[], key: StateKey): number =>
    of.filter((result) => stateKey(result) === key).length
  return states
    .filter(({ value }) => value === 'failed' || value === 'passed' || count(all, value) > 0)
    .map((state) => Object.assign({}, state, { count: count(results, state.value) }))
}

/** A broken rule, once for all versions in which it is broken. */
export interface BrokenRule {
  readonly id: string
  readonly section: string
  readonly statement: string
  readonly state: StateKey
  readonly versions: readonly string[]
  readonly findings: readonly Finding[]
}

/** The words that two texts share, in the same order. */
const sharedWords = (text: readonly string[], other: readonly string[]): readonly string[] => {
  const none: readonly string[] = []
  let before = [none, ...other.map(() => none)]
  for (const word of text) {
    const now = [none]
    for (const [index, one] of other.entries()) {
      const [skipped = none, left = none, both = none] = [before[index + 1], now[index], before[index]]
      now.push(word === one ? [...both, word] : left.length > skipped.length ? left : skipped)
    }
    before = now
  }
  return before.at(-1) ?? none
}

/** Messages are alike that share this part of the words of the longer one. */
const sharedPart = 0.6
const othersNamed = 5

/** Findings of one rule that differ in a few words, such as a code, an operation or a sample. */
interface Alike {
  readonly first: Finding
  readonly others: Finding[]
  readonly sentence: string
  shared: readonly string[]
}

const areAlike = ({ first, shared }: Alike, words: readonly string[]): boolean => {
  const least = sharedPart * Math.max(words.length, first.message.split(' ').length)
  // Most are told apart by their length, which costs less than comparing words.
  return Math.min(shared.length, words.length) >= least && sharedWords(shared, words).length >= least
}

/** The operation and status that a message about a response begins with. */
const ofResponse = /^[A-Z]+ \S+ \d{3}: /

/** The names that lead to the member which a sentence about a body is about. */
const leading = /(?<=^|; )(?:[^\s/;]+\/)+(?=[^\s/;]+ must )/g

/**
 * The part of a message that does not name the operation; of a failure also without the method, and of a body without
 * the depth: a serializer may write a kind of thing inside others.
 */
const sentenceOf = ({ message, isSequence }: Finding): string =>
  isSequence === true
    ? message.replaceAll(/\b[A-Z]+ \/\S*/g, '*')
    : message
        .replace(ofResponse, '')
        .replaceAll(leading, '')
        .replace(/^[A-Z]+ (?=\S+ answered 5\d\d$)/, '')

/**
 * Groups similar findings, those that the baseline accepts apart. Findings of promises in documents have known causes,
 * so only those belong together that say the same of responses with different schemas, of all methods of a path, or of
 * several kinds of things.
 */
const groupAlike = (findings: readonly Finding[]): readonly Alike[] => {
  const groups: Alike[] = []
  for (const finding of findings) {
    const { message, expected, known } = finding
    const [words, sentence] = [message.split(' '), sentenceOf(finding)]
    const belongs = (group: Alike): boolean => {
      const { first } = group
      if (first.known?.reason !== known?.reason || first.expected !== expected) return false
      return expected === undefined ? areAlike(group, words) : group.sentence === sentence
    }
    const alike = groups.find(belongs)
    if (!alike) groups.push({ first: finding, others: [], sentence, shared: words })
    else {
      alike.others.push(finding)
      if (expected === undefined) alike.shared = sharedWords(alike.shared, words)
    }
  }
  return groups
}

/** The part of a message between what it begins and ends with as another does; its pointer where nothing is different. */
const differenceOf = ({ message, pointer = 'another place' }: Finding, first: Finding): string => {
  const [own, others] = [message.split(' '), first.message.split(' ')]
  const start = own.findIndex((word, index) => word !== others[index])
  if (start === -1) return pointer
  const rest = own.slice(start)
  const same = rest.toReversed().findIndex((word, index) => word !== others.at(-1 - index))
  // A message with nothing of its own has fewer words; the first after them shows where.
  const middle = rest.slice(0, same === -1 ? 1 : rest.length - same).join(' ')
  return middle.replace(/^with |[,;:]$|(?<!\([^(]*)\)[,;:]?$/g, '')
}

/** A component or an item of it, or a member of it as `name of Pet`; the operation and status of another place. */
const componentOf = ({ message, pointer = '' }: Finding): string =>
  pointer
    .replace(/^#\/paths\/.*$/s, () => message.slice(0, message.indexOf(': ')))
    .replace(/^#\/components\/schemas\/([^/]+)$/, '$1')
    .replace(/^#\/components\/schemas\/([^/]+)\/(?:.+\/)?properties\/([^/]+)$/, '$2 of $1')
    .replace(/^#\/components\/schemas\/([^/]+)\/.+$/s, '$1')

const findingOf = ({ first, others }: Alike): Finding => {
  if (others.length === 0) return first
  const isOfSchema = first.expected !== undefined && ofResponse.test(first.message)
  const names = new Set(others.map((one) => (isOfSchema ? componentOf(one) : differenceOf(one, first))))
  // Another item of a list is in one place with the first.
  if (isOfSchema) names.delete(componentOf(first))
  const more = names.size === 0 ? '' : `; and so with ${firstOf([...names], othersNamed).join('; ')}`
  const operations = new Set([first, ...others].flatMap((one) => one.operations ?? []))
  return {
    ...first,
    ...(operations.size > 0 && { operations: [...operations].toSorted() }),
    message: `${first.message}${more}`,
    occurrences: others.reduce((sum, one) => sum + one.occurrences, first.occurrences),
  }
}

/**
 * The broken rules of a report, errors first; equal findings of several versions are one, and so are similar ones.
 * Cached by identity, because each format and each sentence about the report asks for them.
 */
export const brokenRules = once(({ results }: Report): readonly BrokenRule[] => {
  const groups = groupedBy(results.filter(isViolation), (result) => `${stateKey(result)} ${result.id}`)
  const rules = Array.from(groups.values(), (group) => ({
    id: group[0].id,
    section: group[0].section,
    statement: group[0].statement,
    state: stateKey(group[0]),
    versions: group.map(({ version }) => version),
    findings: groupAlike(mergeFindings(group.flatMap(({ findings }) => findings))).map(findingOf),
  }))
  return states.flatMap(({ value }) => rules.filter(({ state }) => state === value))
})

/** Results of a report by their reason, the most frequent first. */
export function reasonsOf(
  { results }: Report,
  is: (result: RuleResult) => boolean,
): [reason: string, results: readonly [RuleResult, ...RuleResult[]]][] {
  const groups = groupedBy(results.filter(is), ({ reason = 'no reason given' }) => reason)
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)
}

export interface ShownFinding {
  readonly rule: Omit<BrokenRule, 'findings'>
  readonly finding: Finding
}

const breadthOf = ({ operations = [] }: Finding): number => Math.max(1, operations.length)

/** The findings of a report: errors first, then the widest finding of each rule, then the second of each, and so on. */
export function shownFindings(report: Report): ShownFinding[] {
  const ranked = brokenRules(report).flatMap(({ findings, ...rule }) =>
    findings
      .toSorted((a, b) => breadthOf(b) - breadthOf(a))
      .map((finding, rank) => ({ rank, shown: { rule, finding } })),
  )
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ shown }) => shown)
}

/** The number of occurrences as a suffix to a message; empty for one. */
export function timesText({ occurrences }: Pick<Finding, 'occurrences'>): string {
  return occurrences > 1 ? ` (${occurrences} times)` : ''
}

/** A duration as text. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

const operationsNamed = 3

/** The operations of a finding in words: `GET /pets, POST /pets, and 3 more`. */
export function operationsText({ operations = [] }: Finding, named = operationsNamed): string | undefined {
  return operations.length === 0 ? undefined : firstOf(operations, named).join(', ')
}

/** The location of a promise in a document: `openapi.yaml:12 #/components/schemas/Pet`. */
export function locationText({ location, pointer }: Finding): string | undefined {
  const line = location?.line === undefined ? '' : `:${location.line}`
  const all = [...(location ? [`${location.file}${line}`] : []), ...(pointer === undefined ? [] : [pointer])]
  return all.length === 0 ? undefined : all.join(' ')
}

/** An exchange on one line: method, path, requested version, and response. */
export function requestLine({ request, response }: Exchange): string {
  const version = headerValue(request.headers, 'x-api-version')
  const asked = version === undefined ? '' : ` (X-API-Version: ${version === '' ? '(empty)' : version})`
  const location = request.url.replace(/^[a-z]+:\/\/[^/]*/i, '')
  const [path = '', query] = location.split('?', 2)
  const search = query === undefined ? '' : brief(`?${query}`, 100)
  const status = response.status === 0 ? 'no response:' : response.status
  return `${request.method} ${path}${search}${asked} -> ${status} ${brief(response.body, 70)}`.trim()
}

/** A delivery in short: what the service sent, and the status that the receiver of the run gave it. */
const deliveryLine = ({ request, response }: Exchange): string => {
  const id = headerValue(request.headers, 'webhook-id') ?? 'none'
  const given = response.status === 0 ? 'no response' : response.status
  return `${request.method} with webhook-id ${id}: ${brief(request.body, 100)}, which got ${given}`
}

export type Fact = readonly [name: string, text: string]

/** A fact, or none where its text is unknown. */
export function fact(name: string, text: string | undefined): Fact[] {
  return text === undefined ? [] : [[name, text]]
}

const breadthText = (finding: Finding): string | undefined => {
  const [count, operations] = [breadthOf(finding), operationsText(finding)]
  const texts = [
    ...(operations === undefined
      ? []
      : [`${count > 1 ? `${counted(count, 'operation')}: ` : ''}${operations}`]),
    ...(finding.occurrences > 1 ? [`seen ${finding.occurrences} times`] : []),
  ]
  return texts.length === 0 ? undefined : texts.join('; ')
}

/** The reason why a known finding is accepted, and until when; undefined for any other finding. */
export function knownText({ known }: Finding): string | undefined {
  return known && `${known.reason} (until ${known.expires})`
}

const stepsShown = 8

const stepFact = (step: Exchange): Fact[] =>
  step.target === 'webhook' ? fact('delivery', deliveryLine(step)) : fact('response', requestLine(step))

/**
 * The facts that are needed to fix a finding: the operations that show it, the response or the delivery (of a sequence
 * all of them, of which the last one shows it), the location in a body, the source of the promise, and the command that
 * repeats the request, but no delivery.
 * @param section of the rule, which makes the promise unless a document does
 * @param created what the run created, and may have deleted
 */
export function factsOf(finding: Finding, section: string, created: readonly CreatedEntry[] = []): Fact[] {
  const { evidence, isSequence, expected, location, pointer } = finding
  const steps = isSequence === true ? evidence.slice(-stepsShown) : evidence.slice(0, 1)
  const last = steps.at(-1)
  const isInDocument = location !== undefined || pointer?.startsWith('#/') === true
  return [
    ...fact('accepted', knownText(finding)),
    ...fact('shown by', breadthText(finding)),
    ...steps.flatMap(stepFact),
    ...fact('expected', expected),
    ...fact(isInDocument ? 'promised' : 'at', locationText(finding)),
    ...fact('promised', isInDocument ? undefined : section),
    // The receiver of the run is gone by the time that somebody reads the report.
    ...(last && last.target !== 'webhook'
      ? [...fact('first', deletedText(finding, last, created)), ...fact('repeat', curlLine(last))]
      : []),
  ]
}
