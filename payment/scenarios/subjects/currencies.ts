import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { jsonBody } from '../../../conformance/exchange/exchange.js'
import { memberAt, isObject, walk } from '../../../document/index.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { enumerations } from '../../statements/tables/enumerations.js'

/** A crypto currency by ticker and chain. */
export interface Coin {
  readonly token: string
  readonly chain: string
}

const common: readonly Coin[] = ['Ethereum', 'Polygon', 'Base', 'Solana'].map((chain) => ({
  token: 'USDC',
  chain,
}))

const coinOf = (value: unknown): Coin[] => {
  const [token, chain] = [
    memberAt(value, 'token') ?? memberAt(value, 'code') ?? memberAt(value, 'symbol'),
    memberAt(value, 'blockchain') ?? memberAt(value, 'chain'),
  ]
  const isUsable =
    typeof token === 'string' && typeof chain === 'string' && memberAt(value, 'mint_only') !== true
  return isUsable && enumerations.Blockchain.includes(chain) ? [{ token, chain }] : []
}

const listed = async (context: ScenarioContext): Promise<readonly Coin[]> => {
  const operation = context.find('get', '/cryptocurrencies')
  const answer = operation && (await ifPossible(context.call(operation)))
  if (!answer || !isSuccess(answer)) return []
  return walk(jsonBody(answer.response)).flatMap(([, value]) => (isObject(value) ? coinOf(value) : []))
}

const exampled = (context: ScenarioContext): readonly Coin[] => {
  const parameters = context.find('get', '/autoramps/quote')?.parameters ?? []
  const shown = (name: string): unknown => parameters.find((parameter) => parameter.name === name)?.example
  return coinOf({ token: shown('source_currency_code'), chain: shown('source_currency_chain') })
}

/** Coins to try as a source, the likeliest first. */
export function coins(context: ScenarioContext): Promise<readonly Coin[]> {
  return context.once(`coins ${context.version}`, async () => {
    const all = await listed(context)
    const stable = all.filter(({ token }) => token === 'USDC')
    const candidates = [...exampled(context), ...stable, ...common, ...all]
    return [...new Map(candidates.map((coin) => [`${coin.token} ${coin.chain}`, coin])).values()]
  })
}
