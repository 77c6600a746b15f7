import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { memberAt } from '../../../document/index.js'
import { isRefusal, isSuccess, objectBody } from '../../../conformance/exchange/reading.js'
import { declaresLimit, expectRefusal, expectRefused } from './refusals.js'
import { ofQuotes } from './samples.js'
import { noneServed, succeeded } from '../../fixtures/steps.js'
import { coins } from '../../fixtures/currencies.js'
import { additionalOn, askQuote, quoteSubject, swapSubject } from '../../fixtures/quote.js'

const codesName = 'additional_in_currency_codes'

type CodeAndChain = readonly [code: string, chain: string]

const inPairs = (...currencies: readonly CodeAndChain[]) => ({
  [codesName]: currencies.map(([code]) => code),
  additional_in_currency_chains: currencies.map(([, chain]) => chain),
})

const ask = async (context: ScenarioContext, codes: readonly string[]): Promise<Exchange> => {
  const subject = await quoteSubject(context)
  return askQuote(context, subject, additionalOn(subject.source.chain, ...codes))
}

const currenciesIn = (exchange: Exchange): readonly unknown[] => {
  const list = objectBody(exchange)['additional_in_currencies']
  return isSuccess(exchange) && Array.isArray(list) ? list : []
}

const mostTried = 6

/** Codes that are accepted as additional. @throws an ending when none is: its refusals prove nothing of lengths */
export function acceptedCodes(context: ScenarioContext): Promise<readonly [string, ...string[]]> {
  return context.given('additional codes', async () => {
    const { source } = await quoteSubject(context)
    const listed = (await coins(context)).filter(({ chain }) => chain === source.chain)
    const names = new Set([...listed.map(({ token }) => token), 'EURC', 'USDT', 'DAI'])
    names.delete(source.token)
    const accepted: string[] = []
    let refused: Exchange | undefined
    for (const code of [...names].slice(0, mostTried)) {
      const exchange = await ask(context, [code])
      if (isSuccess(exchange)) accepted.push(code)
      else refused ??= exchange
    }
    const [first, ...rest] = accepted
    if (first !== undefined) return [first, ...rest] as const
    throw noneServed(`no additional currency is served for ${source.token} on ${source.chain}`, refused)
  })
}

const repeated = (items: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => items[index % items.length] ?? '')

/**
 * `quote/additional-limit`: valid codes are repeated, so that only their number can be refused. A service whose
 * document does not limit the number may count each currency once.
 */
export const additionalLimit: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  const changes = additionalOn(subject.source.chain, ...repeated(await acceptedCodes(context), 17))
  const exchange = await askQuote(context, subject, changes)
  const isLimited = declaresLimit(context, codesName, 'maxItems')
  if (!isLimited && isSuccess(exchange) && currenciesIn(exchange).length <= 16) return
  expectRefusal(context, exchange, changes, 'at most 16 items')
}

const tokensOn = (list: readonly unknown[], chain: string): ReadonlySet<unknown> => {
  const own = list.filter((currency) => (memberAt(currency, 'blockchain') ?? chain) === chain)
  return new Set(own.map((currency) => memberAt(currency, 'token')))
}

/** Requests a number of codes, if the service accepts a code twice; undefined where it does not. */
const manyCodes = async (context: ScenarioContext, count: number): Promise<Exchange | undefined> => {
  const codes = await acceptedCodes(context)
  const isTaken = codes.length >= count || isSuccess(await ask(context, repeated([codes[0]], 2)))
  return isTaken ? ask(context, repeated(codes, count)) : undefined
}

export const additionalBound: Scenario = async (context) => {
  const exchange = await manyCodes(context, 16)
  if (!exchange) throw new NotApplicable('16 additional currencies are not known, and none is taken twice')
  const message = '16 additional currencies are allowed; they are refused, and fewer are served'
  context.expect(!isRefusal(exchange), message, exchange)
}

/** Lists only; a value of another type is a finding of the rules about fields. */
const isRightOrAbsent = (list: unknown): boolean => list === undefined || list === null || Array.isArray(list)

/** In all samples, the additional currencies must be those requested, or none. */
const servedInSamples = ofQuotes(({ query, quote, exchange }, expect) => {
  if (!isRightOrAbsent(quote['additional_in_currencies'])) return
  const codes = [query[codesName] ?? []].flat()
  const names = currenciesIn(exchange).map((one) => memberAt(one, 'token') ?? memberAt(one, 'code'))
  const came = new Set(names.map((name) => String(name).toLowerCase()))
  const isSame = came.size === codes.length && codes.every((code) => came.has(code.toLowerCase()))
  const message = 'the additional_in_currencies of a quote are others than those that were asked for'
  expect(isSame, message, '/additional_in_currencies')
})

export const additionalServed: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  const codes = (await acceptedCodes(context)).slice(0, 2)
  const exchange = await ask(context, codes)
  if (isSuccess(exchange) && isRightOrAbsent(objectBody(exchange)['additional_in_currencies'])) {
    const came = tokensOn(currenciesIn(exchange), subject.source.chain)
    for (const code of codes) {
      const message = 'an additional currency that was asked for is not among additional_in_currencies'
      context.expect(came.has(code), message, exchange, '/additional_in_currencies')
    }
  }
  await servedInSamples(context)
  const message = 'additional_in_currencies has members though none was asked for'
  const isBare = codesName in subject.query || currenciesIn(subject.exchange).length === 0
  context.expect(isBare, message, subject.exchange, '/additional_in_currencies')
  succeeded(exchange, 'additional currencies are served one at a time, but not together')
}

export const additionalTypes: Scenario = async (context) => {
  const [code] = await acceptedCodes(context)
  const { source } = await quoteSubject(context)
  const right: CodeAndChain = [code, source.chain]
  const wrong: CodeAndChain = [code, 'Dogecoin']
  for (const list of [[wrong], [right, wrong]])
    await expectRefused(context, inPairs(...list), 'a chain is not a Blockchain')
}

export const additionalLength: Scenario = async (context) => {
  const { source } = await quoteSubject(context)
  const [code, other = code] = await acceptedCodes(context)
  const promise = 'codes and chains have the same length'
  const [one, two] = [additionalOn(source.chain, code), additionalOn(source.chain, code, other)]
  await expectRefused(context, { ...one, [codesName]: two[codesName] }, promise)
  await expectRefused(context, { ...two, [codesName]: one[codesName] }, promise)
}

export const additionalSource: Scenario = async (context) => {
  const { source } = await quoteSubject(context)
  const other = await ifPossible(acceptedCodes(context))
  for (const codes of other ? [[source.token], [other[0], source.token]] : [[source.token]]) {
    const exchange = await ask(context, codes)
    const named = currenciesIn(exchange).map((one) => [memberAt(one, 'token'), memberAt(one, 'blockchain')])
    const contained = named.some(([token, chain]) => token === source.token && chain === source.chain)
    const message = 'additional_in_currencies contains the source currency'
    context.expect(!contained, message, exchange, '/additional_in_currencies')
  }
}

export const additionalChain: Scenario = async (context) => {
  const plain = await quoteSubject(context)
  const { source } = plain
  const elsewhere = (await coins(context)).filter(({ chain }) => chain !== source.chain).slice(0, 3)
  if (elsewhere.length === 0) throw new NotApplicable('no currency on another chain is known')
  const swap = await ifPossible(swapSubject(context))
  const misplaced = elsewhere.map(({ token, chain }): CodeAndChain => [token, chain])
  const codes = (await ifPossible(acceptedCodes(context))) ?? []
  // Beside a currency of the right chain, one is enough.
  const right = codes.slice(0, 1).map((code): CodeAndChain => [code, source.chain])
  const both = [...right, ...misplaced.slice(0, 1)]
  const mixed = right.length === 0 ? [] : [both, both.toReversed()]
  for (const subject of swap ? [plain, swap] : [plain]) {
    for (const list of [...misplaced.map((other) => [other]), ...mixed]) {
      const exchange = await askQuote(context, subject, inPairs(...list))
      const chains = currenciesIn(exchange).map((one) => memberAt(one, 'blockchain') ?? source.chain)
      const isStray = chains.some((chain) => chain !== source.chain)
      const message = `an additional currency is on a different chain than its source on ${source.chain}`
      context.expect(!isStray, message, exchange, '/additional_in_currencies')
    }
  }
}
