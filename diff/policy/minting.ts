import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { appendKey, capital, entriesOf, listOf, member, objectOf, textOf } from '../../document/index.js'
import { catalogue } from '../catalogue/index.js'
import type { Direction, Effect } from '../model/report.js'
import { type ChangeName, changes, versions } from '../../versions/index.js'
import type { ChangeTable, Clause, Policy, TableLine } from './judge.js'

/** The clauses of the specification (Versioning 6). */
const stated: readonly (readonly [
  id: string,
  verdict: Clause['verdict'],
  says: string,
  matches?: Clause['matches'],
  title?: string,
])[] = [
  ['open-ended-value', 'ship', 'a new value in an open-ended field'],
  // The sentence of the specification names no direction, so the clause applies to both.
  [
    'variant-added',
    'mint',
    'a variant added to an enum or union',
    {},
    'A variant added to an enumeration or a union',
  ],
  ['response-field-removed', 'mint', 'a response field removed or renamed', { directions: ['response'] }],
  [
    'request-body-shape',
    'mint',
    'a request body changing shape',
    { directions: ['request'], inRequestBody: true },
  ],
  ['response-field-added', 'ship', 'a new optional response field', { directions: ['response'] }],
  ['operation-added', 'ship', 'a new endpoint', {}, 'A new operation'],
]

/** A clause for the kinds of change that the catalogue says it names. */
const statedClause = ([id, verdict, what, only, title = capital(what)]: (typeof stated)[number]): Clause => {
  const kinds = catalogue.filter(({ clauses }) => clauses.includes(id)).map(({ kind }) => kind)
  const says = `${verdict === 'mint' ? 'a new version is minted for' : 'not minting a version'}: ${what}`
  const matches = { ...only, changes: [...new Set(kinds)] }
  return { basis: 'specification', id, title, says, verdict, matches }
}

/** Clauses for changes that the specification does not name: judged by their effect. */
const unnamed = (
  [
    ['unnamed-breaks', 'Not named by the policy, and it breaks clients', 'breaks', 'mint'],
    ['unnamed-may-break', 'Not named by the policy, and it breaks some clients', 'may-break', 'mint'],
    ['unnamed-safe', 'Not named by the policy, and it breaks no client', 'safe', 'ship'],
    ['documentation', 'Not named by the policy: documentation only', 'documentation', 'ship'],
  ] as const
).map(([id, title, effect, verdict]): Clause => ({
  id,
  title,
  basis: 'unnamed',
  matches: { effects: [effect] },
  verdict,
}))

const identify = 'post /customers/{id}/identifications/v2'
const schema = (name: string): string => `#/components/schemas/${name}`

/** The locations that each change accounts for; a pure change of behaviour has none. */
const accountedFor: Readonly<Record<ChangeName, Omit<TableLine, 'says'>>> = {
  'fednow-rail': {
    pointers: [schema('DepositRail'), schema('DepositRail_FedNowDepositInfo'), schema('FedNowDepositInfo')],
  },
  'signings-first': { operations: ['post /customers'] },
  'empty-signings-list': { operations: ['get /customers/{id}/required-signings'] },
  'global-terms': { operations: ['get /terms-and-conditions'] },
  'structured-errors': { operations: [identify] },
  'industry-required': {
    pointers: [schema('BusinessQuestionnaireBusinessDetails'), schema('SolePropBusinessDetails')],
  },
  'birth-place-state': { pointers: [schema('BirthPlace')] },
  'nested-company-documents': { pointers: [schema('BusinessBeneficiaryInfo')] },
  'company-documents-required': {},
  'ten-percent-fallback': { pointers: [schema('CompanyBeneficiary')] },
  'company-structure': { pointers: [`${schema('CompanyData')}/properties/beneficiaries`] },
  'foundation-purposes': {
    pointers: [`${schema('BusinessQuestionnairePlannedActivities')}/properties/purpose_and_intended_use`],
  },
}

const lineOf = ({ name, title }: (typeof changes)[number]): TableLine => ({
  says: title,
  ...accountedFor[name],
})

/** The table of versions in the specification (Versioning), each line with the locations it accounts for. */
export const changeTable: ChangeTable = Object.fromEntries(
  versions.map((version) => [version, changes.filter((change) => change.version === version).map(lineOf)]),
)

/** The policy of this service: the changes for which it mints a version (specification, Versioning 6). */
export const mintingPolicy: Policy = {
  name: 'the specification, Versioning 6',
  clauses: [...stated.map(statedClause), ...unnamed],
  table: changeTable,
}

/** Judges every change only by its effect on clients. */
export const effectsPolicy: Policy = { name: 'effects on clients', clauses: unnamed }

/** The names that a policy can use for changes: ids, and kinds, which cover all their directions. */
const knownNames = new Set(catalogue.flatMap(({ id, kind }) => [id, kind]))

const kinds = new Set(catalogue.map(({ kind }) => kind))

/** The directions that an id or a kind covers. */
const directionsOf = (name: string): readonly Direction[] =>
  catalogue.filter(({ id, kind }) => id === name || kind === name).map(({ direction }) => direction)

/** A verdict as a config file has it. */
type ConfiguredVerdict = Clause['verdict']

/** The verdict on a change, or one for each direction of it. */
type Configured = ConfiguredVerdict | Readonly<Partial<Record<Direction, ConfiguredVerdict>>>

/** A policy as a config file has it. `policy.schema.json` describes it. */
export interface PolicySettings {
  /** Shown in reports. */
  readonly name?: string
  /** For changes that are not configured: `specification` (the default), or `effects` on clients alone. */
  readonly base?: 'specification' | 'effects'
  /** By id or kind of the change, optionally by direction. These take precedence. */
  readonly verdicts?: Readonly<Record<string, Configured>>
  /** Verdicts for changes that no clause names, by effect. */
  readonly unnamed?: Readonly<Partial<Record<Effect, ConfiguredVerdict>>>
  /** The change table: by version, its lines and the locations that they account for. */
  readonly table?: ChangeTable
}

const directions: readonly Direction[] = ['request', 'response', 'neither']

const clause = (id: string, verdict: ConfiguredVerdict, matches: Clause['matches']): Clause => ({
  id: `configured/${id}`,
  title: `Configured for ${id}`,
  basis: 'configured',
  matches,
  verdict,
})

const clausesFor = (id: string, given: Configured): Clause[] => {
  if (typeof given === 'string') return [clause(id, given, { changes: [id] })]
  return directions.flatMap((direction) => {
    const [verdict, matches] = [given[direction], { changes: [id], directions: [direction] }]
    return verdict === undefined ? [] : [clause(`${id}/${direction}`, verdict, matches)]
  })
}

/** Ids sort before kinds because an id with a direction is more specific. */
const exactFirst = (a: string, b: string): number => Number(kinds.has(a)) - Number(kinds.has(b))

/** Replaces the verdict of a clause for unnamed changes by the one configured for its effect. */
const withVerdict = (own: Clause, settings: PolicySettings): Clause => {
  const effect: Effect | undefined = own.basis === 'unnamed' ? own.matches.effects?.[0] : undefined
  const verdict = effect === undefined ? undefined : settings.unnamed?.[effect]
  return verdict === undefined ? own : { ...own, verdict }
}

/** The policy of a config file: configured verdicts take precedence over those of its base. */
export function policyOf(settings: PolicySettings): Policy {
  const base = settings.base === 'effects' ? effectsPolicy : mintingPolicy
  const ids = Object.keys(settings.verdicts ?? {}).toSorted(exactFirst)
  const own = ids.flatMap((id) => clausesFor(id, settings.verdicts?.[id] ?? {}))
  const table = settings.table ? { ...base.table, ...settings.table } : base.table
  return {
    name: settings.name ?? (own.length > 0 || settings.unnamed ? `configured, on ${base.name}` : base.name),
    clauses: [...own, ...base.clauses.map((one) => withVerdict(one, settings))],
    ...(table && { table }),
  }
}

/** Reports directions that a change never has, so that a verdict for them would never apply. */
const directionProblems = (id: string, verdict: unknown): InputProblem[] => {
  const known = directionsOf(id)
  return Object.keys(objectOf(verdict))
    .filter((name) => directions.some((one) => one === name && !known.includes(one)))
    .map((name) => ({
      pointer: appendKey(appendKey('/verdicts', id), name),
      message: `"${id}" has no direction "${name}"; it has ${[...new Set(known)].join(', ')}`,
      isName: true,
    }))
}

/** Problems of a policy that its schema cannot express; unreadable members are skipped. */
export function policyProblems(value: unknown): readonly InputProblem[] {
  return entriesOf(member(value, 'verdicts')).flatMap(([id, verdict]): InputProblem[] => {
    if (knownNames.has(id)) return directionProblems(id, verdict)
    const message = `"${id}" is neither the id nor the kind of a change${didYouMean(id, knownNames)}`
    return [{ pointer: appendKey('/verdicts', id), message, isName: true }]
  })
}

/** Problems of an allow-list that its schema cannot express: duplicate changes. */
export function allowListProblems(value: unknown): readonly InputProblem[] {
  const seen = new Set<string>()
  return listOf(member(value, 'changes')).flatMap((entry, index): readonly InputProblem[] => {
    const fingerprint = textOf(member(entry, 'fingerprint'))
    const isNew = fingerprint === undefined || !seen.has(fingerprint)
    if (fingerprint !== undefined) seen.add(fingerprint)
    const pointer = `/changes/${index}/fingerprint`
    return isNew ? [] : [{ pointer, message: `${fingerprint} is named twice` }]
  })
}
