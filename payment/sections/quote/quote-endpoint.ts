import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import {
  askQuote,
  type Changes,
  onrampSubject,
  otherPairs,
  type QuoteSubject,
  quoteSubject,
} from '../../fixtures/quote.js'
import { expectPairRefused, expectRefusal, expectRefused, missingParameter, quoteSender } from './refusals.js'
import { quoteJudge } from '../../documents/stated.js'
import { quoteResponseJudge } from '../../documents/responses.js'
import { optionalParameters } from './optional.js'
import { amountCurrencies, optionalEcho, quoteEcho } from './echo.js'
import { amountPair, expectExact, quoteContentType } from './exact.js'
import { recipientById, recipientPrecedence } from './parameters.js'
import { expiryWithinLock, quoteLasts, quoteRateLock, validUntil } from './expiry.js'
import { additionalServed, additionalTypes } from './additional.js'
import { optionSupport } from './texts.js'
import {
  client,
  judged,
  notPromised,
  ofDocuments,
  open,
  scenario,
  section,
} from '../../statements/statement.js'
import type { Steps } from '../../fixtures/steps.js'

const wrongValues: Readonly<Record<string, readonly string[]>> = {
  customer_id: ['not-a-uuid', ''],
  recipient_account_id: ['not-a-uuid'],
  fee_profile_id: ['not-a-uuid'],
  amount_in: ['ten', '1,5', '1.2.3', 'NaN', 'Infinity', '0x64', '100 USDC', '$100', '1,000'],
  slippage_tolerance_in_bips: ['much', '1.2.3', '0,5', '50%'],
  expiry_in_hours: ['soon', '1.5', '1h', ''],
  rate_expiry_policy: ['Never', ''],
  source_currency_chain: ['Dogecoin'],
  // Not yes or no, which a service may read as booleans.
  is_third_party: ['perhaps', ''],
  pay_by_reference: ['perhaps'],
  batch_payout: ['perhaps'],
}

const typeTable: readonly Changes[] = [
  ...Object.entries(wrongValues).flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
  ...(wrongValues['amount_in'] ?? []).map((value) => ({ amount_in: undefined, amount_out: value })),
]

const noType = 'the value is not of its type'

/** Notes a changed request that is served: a value may be ignored where it is not used, or read in any letter case. */
const noteServed: Steps<[QuoteSubject, Changes, string]> = async (context, subject, changes, what) => {
  const exchange = await askQuote(context, subject, changes)
  if (isSuccess(exchange)) context.note(`served: ${Object.keys(changes).join()} with ${what}`)
}

const unused = 'a wrong value, where none is used'
const spelling = 'another letter case than the enumeration has'

const spellings = async (context: ScenarioContext): Promise<void> => {
  const subject = await quoteSubject(context)
  const chain = { source_currency_chain: subject.source.chain.toLowerCase() }
  for (const changes of [{ rate_expiry_policy: 'return' }, { rate_expiry_policy: 'SLIPPAGE' }, chain])
    await noteServed(context, subject, changes, spelling)
}

/** Under the policy Return a rate is certainly locked, if such a quote is served. */
const lockTypes = async (context: ScenarioContext): Promise<void> => {
  const subject = await quoteSubject(context)
  const policy: Changes = { rate_expiry_policy: 'Return', slippage_tolerance_in_bips: undefined }
  const locked = { ...policy, rate_lock_duration_minutes: '60' }
  const isServed = isSuccess(await askQuote(context, subject, locked))
  for (const value of ['long', '1.5', '10m']) {
    const wrong = { rate_lock_duration_minutes: value }
    await noteServed(context, subject, wrong, unused)
    if (isServed) await expectRefused(context, { ...policy, ...wrong }, noType)
  }
}

/** The chain of a destination is used only for crypto currencies. */
const destinationTypes = async (context: ScenarioContext): Promise<void> => {
  const wrong = { destination_currency_chain: 'Dogecoin' }
  await noteServed(context, await quoteSubject(context), wrong, unused)
  const onramp = await ifPossible(onrampSubject(context))
  if (!onramp) return
  expectRefusal(context, await askQuote(context, onramp, wrong), wrong, noType)
  await noteServed(context, onramp, { destination_currency_chain: 'ethereum' }, spelling)
}

/** Of each parameter that a quote of any pair uses, one wrong value. */
const usedByAll: readonly Changes[] =
  'customer_id amount_in slippage_tolerance_in_bips expiry_in_hours rate_expiry_policy is_third_party'
    .split(' ')
    .map((name) => ({ [name]: wrongValues[name]?.[0] }))

const parameterTypes: Scenario = async (context) => {
  for (const changes of typeTable) await expectRefused(context, changes, noType)
  for (const subject of await otherPairs(context))
    await expectPairRefused(context, subject, usedByAll, noType)
  await lockTypes(context)
  await destinationTypes(context)
  await spellings(context)
}

const needs = ['customer'] as const

/** Endpoints: GET /autoramps/quote. The limits of its parameters are in the section on limits. */
export const quoteEndpointSections = [
  section(
    'Endpoints, GET /autoramps/quote',
    `Returns a [signed quote](#resources-signedautorampquote) for a customer: a fixed rate, and an exact amount in or an exact amount out. There is no body: the query has every parameter, and X-SUB-PARTNER-ID and X-API-Version are optional headers.

{{parameters}}`,
    {
      'quote/document-parameters': ofDocuments({ judge: quoteJudge('parameters') })`
        The documents have the parameters
        The document declares the parameters of the table, required where the table says so, no body, and no version as required.`,
      'quote/document-types': ofDocuments({
        also: ['quote/document-shown'],
        judge: quoteJudge('types'),
      })`
        The documents have the types of the parameters
        Types and formats that the document gives the parameters are those of the table.`,
      'quote/missing-parameter': scenario({ needs, run: missingParameter })`
        Required parameters are required
        A request that lacks a required parameter is refused.`,
      'quote/optional-parameters': scenario({ needs, run: optionalParameters })`
        Optional parameters are optional
        A quote is served without any of the optional parameters, and with harmless values of them.`,
      'quote/parameter-types': scenario({ needs, also: ['enumerations/documents'], run: parameterTypes })`
        Parameters have their types
        A value that breaks the type or enumeration of its parameter is refused. Another letter case, and a wrong value that the quote does not use, are noted.`,
      'quote/echo': scenario({ needs, run: quoteEcho })`
        The quote repeats the request
        A quote is for the customer, the currencies, the policy and the third-party flag that were asked for.`,
      'quote/exact-amount-in': scenario({ needs, run: expectExact('amount_in') })`
        The amount in is exact
        A quote for amount_in states exactly that amount in.`,
      'quote/exact-amount-out': scenario({ needs, run: expectExact('amount_out') })`
        The amount out is exact
        A quote for amount_out states exactly that amount out.`,
      'quote/amount-currencies': scenario({ needs, run: amountCurrencies })`
        Amounts are in their currencies
        amount_in is in the source currency and amount_out in the destination currency.
        no amount has a currency; see quote/currencies`,
      'quote/amount-pair': open({ versions: 'all', needs, run: amountPair })`
        Both amounts or none
        Which combination of amount_in and amount_out is valid.
        not shown in the specification`,
      'quote/recipient-by-id': scenario({ needs: ['customer', 'writes'], run: recipientById })`
        The recipient is the one with the id
        recipient_account_id is the id of the address that a quote pays.`,
      'quote/recipient-precedence': scenario({ needs, run: recipientPrecedence })`
        The recipient id wins
        recipient_account_id wins when recipient_account is given too.`,
      'preferred-recipient': client`
        recipient_account_id is preferred to recipient_account.
        it advises the caller`,
      'raw-recipient': notPromised`
        recipient_account is an IBAN or a wallet address.
        addresses must be registered before use, and a raw one need not be`,
      'deprecated-recipient': judged('quote/document-shown')`recipient_account is deprecated.`,
      'quote/rate-lock': scenario({ needs, run: quoteRateLock })`
        The rate is locked as asked
        rate_lock_valid_until of a quote lies within the minutes that were asked for.
        - They are those of rate_lock_duration_minutes.
        no quote states rate_lock_valid_until`,
      'quote/valid-until': scenario({ needs, run: validUntil })`
        A quote ends as it was asked to
        valid_until of a quote lies ahead, within the hours that were asked for.
        - They are those of expiry_in_hours.
        valid_until of no quote is a date-time; see quote/fields`,
      'quote/lasts': scenario({ severity: 'warning', needs, run: quoteLasts })`
        A quote lasts as long as it was asked to
        Under Slippage and without a rate lock, valid_until lies as far ahead as expiry_in_hours asks.
        - The specification limits it under Return alone, and does not say that a quote may end earlier.
        no quote under Slippage states a valid_until`,
      'quote/expiry-within-lock': scenario({ needs, run: expiryWithinLock })`
        Under Return a quote ends with its rate lock
        expiry_in_hours is limited to the rate lock duration when the policy is Return.`,
      'quote/optional-echo': scenario({ needs, run: optionalEcho })`
        Options are repeated as asked
        An option that a quote states is the one that was asked for.
        - slippage_tolerance_in_bips, external_id, batch_payout and pay_by_reference are those of the quote.
        no quote states an option that was asked for`,
      'fee-profile': judged('quote/fee-profile')`fee_profile_id is the fee profile of the quote.`,
      messages: judged('quote/reference-bounds')`
        The messages and references are for transfers on the networks that they are named after.`,
      'quote/sender': scenario({ needs, run: quoteSender })`
        Senders of African currencies are named
        sender_bank and a number of the sender are required when the source currency is African.
        - For a bank transfer the number is sender_account_number, for mobile money sender_mobile_number.
        no quote is served for NGN, KES, GHS`,
      'quote/additional-served': scenario({ needs, also: ['quote/document-limits'], run: additionalServed })`
        Additional currencies are those asked for
        additional_in_currencies has the codes and chains that were asked for, and none by default.
        - Codes and chains belong together by their index.`,
      'quote/additional-types': scenario({ needs, run: additionalTypes })`
        Additional chains are chains
        additional_in_currency_chains has members of Blockchain.`,
      'quote/additional-style': ofDocuments({ judge: quoteJudge('style') })`
        Additional currencies are one value
        additional_in_currency_codes is not sent as a repeated parameter.`,
      'quote/option-support': open({ versions: 'all', needs, run: optionSupport })`
        Which options a service serves
        Which customers and currencies are served with batches, third parties or the policy Return.
        an option may be refused for reasons of the account`,
      'quote/content-type': scenario({ needs, also: ['quote/document-responses'], run: quoteContentType })`
        A quote is JSON in UTF-8
        A quote comes as application/json in utf-8.`,
      record: judged('quote/fields', 'answers/body', 'quote/document-record')`200 has a SignedAutorampQuote.`,
      'quote/document-responses': ofDocuments({
        also: ['errors/bad-request-body', 'errors/string-body', 'errors/api-error', 'quote/document-shown'],
        judge: quoteResponseJudge,
      })`
        The documents have the errors of the quote
        The document gives 400, 401, 403 and 404 of the quote a string body, and 500 an ApiError.`,
      'sub-partner': judged('quote/document-shown', 'authentication/sub-partner')`
        X-SUB-PARTNER-ID may be sent; it is a string.`,
      'sub-partner-filter': notPromised`
        With X-SUB-PARTNER-ID autoramps are filtered.
        the operation lists nothing that could be filtered`,
      version: judged('versioning/default-absent', 'quote/document-parameters')`
        X-API-Version may be left out.`,
    },
  ),
] as const
