import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import { type Field, type RecordName, records, valueKinds } from '../../tables/records.js'
import {
  brokenRailQuotes,
  accountNumber,
  brokenBanks,
  type Change,
  registerBank,
  registeredBanks,
} from '../../fixtures/rails.js'
import { isSuccess, objectBody, isTurnedDown } from '../../../conformance/exchange/reading.js'
import { type QuoteSample, quoteSamples } from './samples.js'
import { isDecimal, typeInWords } from '../../values/checks.js'
import { isObject, once } from '../../../document/index.js'
import { valuesOf } from '../../tables/enumerations.js'
import { noneServed } from '../../fixtures/steps.js'

interface FoundRecord {
  readonly record: RecordName
  /** JSON Pointer with `*` for list positions. */
  readonly pointer: string
  readonly holder: Readonly<Record<string, unknown>>
}

const fieldsOf = ({ record, holder }: Pick<FoundRecord, 'record' | 'holder'>): readonly Field[] => {
  const { fields, kinds: branches = {} } = records[record]
  return [...fields, ...(branches[String(holder['type'])] ?? [])]
}

const inside = (found: FoundRecord, { name, kind, of: record }: Field): FoundRecord[] => {
  const value = found.holder[name]
  if (record === undefined || Array.isArray(value) !== (kind === 'list')) return []
  if (!Array.isArray(value)) return recordsIn(value, record, `${found.pointer}/${name}`)
  return value.flatMap((item: unknown) => recordsIn(item, record, `${found.pointer}/${name}/*`))
}

/** All records in a value, outermost first. */
const recordsIn = (value: unknown, record: RecordName, pointer = ''): FoundRecord[] => {
  if (!isObject(value)) return []
  const found = { record, pointer, holder: value }
  return [found, ...fieldsOf(found).flatMap((one) => inside(found, one))]
}

const cameInstead = (value: unknown, isText: boolean): string => {
  if (value === undefined) return 'it is absent'
  return isText && typeof value === 'string' ? 'got another text' : `got ${typeInWords(value)}`
}

/** The error in a field of a record, if any; null counts as absent for an optional one. */
const wrongKindIn = ({ record, holder }: FoundRecord, field: Field): string | undefined => {
  const { name, isOptional, pattern } = field
  const { words, type, holds } = valueKinds[field.kind]
  const value = holder[name]
  if (isOptional && (value === undefined || value === null)) return undefined
  const isRight = holds(value) && (field.of === undefined || !Array.isArray(value) || value.every(isObject))
  if (isRight && (pattern === undefined || pattern.test(String(value)))) return undefined
  const due = pattern === undefined || !isRight ? words : `a string that matches ${pattern.source}`
  const verb = isOptional ? 'may be absent or' : 'must be'
  return `${name} of ${record} ${verb} ${due}; ${cameInstead(value, type === 'string')}`
}

const unknownValueIn = (version: string, found: FoundRecord, field: Field): string | undefined => {
  const { name, enumeration } = field
  const value = found.holder[name]
  if (enumeration === undefined || typeof value !== 'string') return undefined
  return valuesOf(enumeration, version).includes(value)
    ? undefined
    : `${name} of ${found.record} is ${JSON.stringify(value.slice(0, 40))}, which is not a value of ${enumeration}`
}

type Judge = (found: FoundRecord, field: Field) => string | undefined

/** The records of a quote. Cached by quote, for all rules. */
const recordsOf = once((quote: QuoteSample['quote']) => recordsIn(quote, 'SignedAutorampQuote'))

/** Reports violations, the same one in several places once, with the first pointer. @returns the number of records */
const judge = (
  context: ScenarioContext,
  samples: readonly Pick<QuoteSample, 'quote' | 'exchange'>[],
  names: readonly RecordName[] | 'every',
  wrong: Judge,
): number => {
  let judged = 0
  const pointers = new Map<string, string>()
  for (const { quote, exchange } of samples) {
    for (const found of recordsOf(quote)) {
      if (names !== 'every' && !names.includes(found.record)) continue
      judged++
      for (const field of fieldsOf(found)) {
        const message = wrong(found, field)
        if (message === undefined) continue
        const pointer = pointers.get(message) ?? `${found.pointer}/${field.name}`
        pointers.set(message, pointer)
        context.violate(message, exchange, pointer)
      }
    }
  }
  return judged
}

const required: Judge = (found, field) => (field.isOptional ? undefined : wrongKindIn(found, field))
const optional: Judge = (found, field) => (field.isOptional ? wrongKindIn(found, field) : undefined)

/** Members of the bank accounts in the table; the rails that it lacks have none of them. */
const ownOfTable = ['iban', 'routing_number']

/** A type that the record's table lacks; where types are open, one of the table under another name. */
const unknownKind: Judge = ({ record, holder }, { name }) => {
  const { kinds, hasOthers } = records[record]
  const kind = holder[name]
  if (name !== 'type' || !kinds || typeof kind !== 'string' || kind in kinds) return undefined
  const types = Object.keys(kinds)
  const isRenamed =
    types.some((one) => one.toLowerCase() === kind.toLowerCase()) || ownOfTable.some((one) => one in holder)
  if (hasOthers && !isRenamed) return undefined
  return `type of ${record} is ${JSON.stringify(kind.slice(0, 40))}; ${types.join(', ')} are its types`
}

const holding =
  (names: readonly RecordName[] | 'every', wrong: Judge): Scenario =>
  async (context) => {
    const judged = judge(context, await quoteSamples(context), names, wrong)
    if (judged === 0) throw new NotApplicable(`no quote shows a ${[names].flat().join(', ')}`)
  }

const everyField: Judge = (found, field) => wrongKindIn(found, field) ?? unknownKind(found, field)
const parts = { required, optional, every: everyField }

/** The options of a rule that some fields of records are as their tables say. */
export function fieldsHold(part: keyof typeof parts, ...names: readonly RecordName[]) {
  return { needs: ['customer'], run: holding(names, parts[part]) } as const
}

/** True for a record that has the fields of its table. */
export function isRecord(value: unknown, record: RecordName): boolean {
  if (!isObject(value)) return false
  return recordsIn(value, record).every((found) =>
    fieldsOf(found).every((field) => everyField(found, field) === undefined),
  )
}

/** `quote/bank-identifiers`: whatever a service does with an invalid identifier, a quote never contains it. */
export const bankIdentifiers: Scenario = async (context) => {
  const judged = judge(context, await quoteSamples(context), ['BankAccountIdentifier'], everyField)
  const broken = (await brokenRailQuotes(context)).filter(({ exchange }) => isSuccess(exchange))
  const samples = broken.map(({ exchange }) => ({ exchange, quote: objectBody(exchange) }))
  const further = judge(context, samples, ['BankAccountIdentifier'], everyField)
  if (judged + further === 0) throw new NotApplicable('no quote shows a BankAccountIdentifier')
}

export const quoteFields: Scenario = async (context) => {
  await holding(['SignedAutorampQuote'], required)(context)
  const queries = new Map<unknown, string>()
  for (const { quote, query, exchange } of await quoteSamples(context)) {
    const [id, asked] = [quote['quote_id'], JSON.stringify(query)]
    const isOwn = typeof id !== 'string' || (queries.get(id) ?? asked) === asked
    context.expect(isOwn, 'two different quotes have the same quote_id', exchange, '/quote_id')
    // A rate that is not a decimal is a finding of its type.
    const rate = isDecimal(quote['rate']) ? Number(quote['rate']) : undefined
    const message = 'the rate of a conversion is above zero; the quote has none that is'
    context.expect(rate === undefined || rate > 0, message, exchange, '/rate')
    queries.set(id, asked)
  }
}

export const quoteEnumerations: Scenario = (context) =>
  holding('every', (found, field) => unknownValueIn(context.version, found, field))(context)

const american = ['ACH', 'Wire', 'RTP', 'FEDNOW']

const expectRegistered = async (context: ScenarioContext, type: string, reason: string): Promise<void> => {
  const plain = await registerBank(context, type)
  throw noneServed(reason, plain && !isSuccess(plain.exchange) ? plain.exchange : undefined)
}

/** If a plain account of a kind is registered, the refusal of a changed one is due to the change. */
export const bankBounds: Scenario = async (context) => {
  const kinds = (await registeredBanks(context)).map(({ type }) => type)
  if (!kinds.some((type) => american.includes(type) || type === 'SWIFT'))
    return expectRegistered(context, 'ACH', 'no American bank account is registered')
  const judge = async (type: string, what: string, change: Change): Promise<void> => {
    const tried = await registerBank(context, type, change)
    const isRefused = tried !== undefined && isTurnedDown(tried.exchange)
    context.expect(!isRefused, `${what} is allowed for ${type}; it is refused`, tried?.exchange)
  }
  for (const type of american) {
    if (!kinds.includes(type)) {
      context.note(`served: no ${type} account is registered, so that none is judged`)
      continue
    }
    for (const length of [4, 9, 17]) {
      const value = accountNumber(context, length)
      const what = `an account_number of ${length} digits and capital letters`
      await judge(type, what, { member: 'account_number', value })
    }
  }
  if (kinds.includes('SWIFT')) await judge('SWIFT', 'no intermediary_bic', { member: 'intermediary_bic' })
}

const describe = ({ member, value }: Change): string =>
  value === undefined ? `without ${member}` : `with the ${member} ${value}`

const isOfForm = ({ member, value = '' }: Change): boolean =>
  member === 'account_number' && /^[\dA-Z]{4,17}$/.test(value.toUpperCase().replaceAll(/[\s-]/g, ''))

export const bankRefusals: Scenario = async (context) => {
  const tried = await brokenBanks(context)
  if (tried.length === 0) return expectRegistered(context, 'SEPA', 'no bank account is registered')
  for (const { type, change, exchange } of tried) {
    const isTaken = isSuccess(exchange)
    const what = change === undefined ? '' : describe(change)
    // A service may normalize a number before it registers it; another rule checks that no invalid one is returned.
    if (isTaken && change !== undefined && isOfForm(change)) {
      context.note(`served: a ${type} account ${what}, which is brought into form`)
      continue
    }
    context.expect(!isTaken, `a ${type} account ${what} breaks its table; it is registered`, exchange)
  }
}
