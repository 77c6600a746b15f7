import type { JsonSchemaObject } from '../../../runtime/json-schema.js'
import type { Scenario, ScenarioContext } from '../../engine/context.js'
import type { Exchange } from '../../model/exchange.js'
import { isRefusal } from '../reading.js'
import { followReferences } from '../schema-shape.js'
import { quoteParameters } from '../spec-table.js'
import { askQuote, type Changes, quoteSubject } from '../subjects/quote.js'

const show = (changes: Changes): string =>
  Object.entries(changes)
    .map(([name, value]) => (value === undefined ? `no ${name}` : `${name}=${String(value).slice(0, 40)}`))
    .join(', ')

/** A changed request must not be served; anything from 400 to 499 refuses it. */
export async function expectRefused(
  context: ScenarioContext,
  changes: Changes,
  promise: string,
): Promise<void> {
  const exchange = await askQuote(context, await quoteSubject(context), changes)
  expectRefusal(context, exchange, changes, promise)
}

/** Holds the answer to a changed request against the promise that it is refused. */
export function expectRefusal(
  context: ScenarioContext,
  exchange: Exchange,
  changes: Changes,
  promise: string,
): void {
  const message = `${show(changes)} is due a refusal (${promise}); ${exchange.response.status} came`
  context.expect(isRefusal(exchange), message, exchange)
}

/** True when the served document itself gives a parameter of the quote a limit. */
export function declaresLimit(
  context: ScenarioContext,
  name: string,
  keyword: keyof JsonSchemaObject,
): boolean {
  const { parameters = [] } = context.find('get', '/autoramps/quote') ?? {}
  const declared = parameters.find((parameter) => parameter.name === name)?.schema
  const schema = followReferences(declared, context.under.surface.schemas)
  return typeof schema === 'object' && schema[keyword] !== undefined
}

const refusals =
  (promise: string, table: readonly Changes[]): Scenario =>
  async (context) => {
    for (const changes of table) await expectRefused(context, changes, promise)
  }

const missingParameter = refusals(
  'the parameter is required',
  Object.entries(quoteParameters)
    .filter(([, required]) => required)
    .map(([name]) => ({ [name]: undefined })),
)

const parameterTypes = refusals('the value is not of its type', [
  { customer_id: 'not-a-uuid' },
  { recipient_account_id: 'not-a-uuid' },
  { fee_profile_id: 'not-a-uuid' },
  { amount_in: 'ten' },
  { amount_in: undefined, amount_out: 'ten' },
  { slippage_tolerance_in_bips: 'much' },
  { expiry_in_hours: 'soon' },
  { expiry_in_hours: '1.5' },
  { rate_lock_duration_minutes: 'long' },
  { rate_expiry_policy: 'Never' },
  { source_currency_chain: 'Dogecoin' },
  { is_third_party: 'perhaps' },
  { pay_by_reference: 'perhaps' },
  { batch_payout: 'perhaps' },
])

const longCode = 'X'.repeat(33)
const longAccount = '1'.repeat(257)

const codeLength = refusals('at most 32 characters', [
  { source_currency_code: longCode },
  { destination_currency_code: longCode },
])

// An account beside the id of one is not used, so its length need not be looked at unless the document limits it.
const accountLength: Scenario = async (context) => {
  const alone = declaresLimit(context, 'recipient_account', 'maxLength')
    ? {}
    : { recipient_account_id: undefined }
  const table: readonly Changes[] = [
    { ...alone, recipient_account: longAccount },
    { sender_account_number: longAccount },
    { sender_mobile_number: longAccount },
  ]
  for (const changes of table) await expectRefused(context, changes, 'at most 256 characters')
}

/** What GET /autoramps/quote must refuse: missing parameters, values of another type, values that are too long. */
export const quoteRefusalScenarios: Readonly<Record<string, Scenario>> = {
  'quote/missing-parameter': missingParameter,
  'quote/parameter-types': parameterTypes,
  'quote/code-length': codeLength,
  'quote/account-length': accountLength,
}
