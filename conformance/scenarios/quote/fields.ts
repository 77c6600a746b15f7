import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { fieldsOf, type Found, recordsIn, strayIn, teller, wrongIn } from '../records.js'
import { type Field, type RecordName, records } from '../spec-records.js'
import { NotApplicable } from '../../engine/outcome.js'
import { brokenRailQuotes, registerNumber } from '../subjects/rails.js'
import { isSuccess, objectBody } from '../reading.js'
import { type QuoteSample, quoteSamples } from './samples.js'

/** Says what is wrong with one field of one record. */
type Judge = (found: Found, field: Field) => string | undefined

const judge = (
  context: ScenarioContext,
  samples: readonly Pick<QuoteSample, 'quote' | 'exchange'>[],
  names: readonly RecordName[] | 'every',
  wrong: Judge,
): void => {
  const tell = teller(context)
  for (const { quote, exchange } of samples) {
    for (const found of recordsIn(quote, 'SignedAutorampQuote')) {
      if (names !== 'every' && !names.includes(found.record)) continue
      for (const field of fieldsOf(found)) {
        const message = wrong(found, field)
        if (message !== undefined) tell(message, exchange, `${found.place}/${field.name}`)
      }
    }
  }
}

const required: Judge = (found, field) => (field.isOptional ? undefined : wrongIn(found, field))
const optional: Judge = (found, field) => (field.isOptional ? wrongIn(found, field) : undefined)

/** A kind that its table does not have; records whose lists of kinds are open have none. */
const unknownKind: Judge = ({ record, holder }, { name }) => {
  const { kinds, hasOthers } = records[record]
  const kind = holder[name]
  if (name !== 'type' || !kinds || hasOthers || typeof kind !== 'string' || kind in kinds) return undefined
  return `type of ${record} is ${JSON.stringify(kind.slice(0, 40))}; ${Object.keys(kinds).join(', ')} are its types`
}

const holding =
  (names: readonly RecordName[] | 'every', wrong: Judge): Scenario =>
  async (context) =>
    judge(context, await quoteSamples(context), names, wrong)

const either =
  (...judges: readonly Judge[]): Judge =>
  (found, field) =>
    judges.map((wrong) => wrong(found, field)).find((message) => message !== undefined)

const everyField = either(required, optional, unknownKind)
const lists = ['NetworkFee', 'NetworkFeeWithSettlement', 'PartnerFee'] as const

// What a service does with an identifier that breaks a limit is open; a quote never carries it.
const identifiers: Scenario = async (context) => {
  judge(context, await quoteSamples(context), ['BankAccountIdentifier'], everyField)
  const broken = (await brokenRailQuotes(context)).filter(({ exchange }) => isSuccess(exchange))
  const samples = broken.map(({ exchange }) => ({ exchange, quote: objectBody(exchange) }))
  judge(context, samples, ['BankAccountIdentifier'], everyField)
}

// Where numbers of 9 characters are registered, a refusal of one at the limit is about its length.
const bounds: Scenario = async (context) => {
  let judged = 0
  for (const type of ['ACH', 'Wire', 'RTP', 'FEDNOW']) {
    const usual = await registerNumber(context, type, 9)
    if (!usual || !isSuccess(usual)) continue
    judged++
    for (const length of [4, 17]) {
      const exchange = await registerNumber(context, type, length)
      const isRefused = exchange?.response.status === 400 || exchange?.response.status === 422
      const message = `an account_number of ${length} characters is allowed for ${type}; it is refused`
      context.expect(!isRefused, message, exchange)
    }
  }
  if (judged === 0) throw new NotApplicable('no American bank account is registered')
}

/** What served quotes are made of, record by record, held against the specification's own tables. */
export const quoteFieldScenarios: Readonly<Record<string, Scenario>> = {
  'quote/fields': holding(['SignedAutorampQuote'], required),
  'quote/optional-fields': holding(['SignedAutorampQuote'], optional),
  'quote/amounts': holding(['Amount'], everyField),
  'quote/currencies': holding(['Currency'], everyField),
  'quote/accounts': holding(['Account'], everyField),
  'quote/bank-identifiers': identifiers,
  'quote/bank-bounds': bounds,
  'quote/fee': holding(['Fee'], required),
  'quote/fee-optional': holding(['Fee'], optional),
  'quote/fee-lists': holding(lists, everyField),
  'quote/enumerations': holding('every', (found, field) => strayIn(found, field)),
}
