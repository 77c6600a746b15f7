import { describe, expect, test } from 'vitest'

import type { Operation, Parameter } from '../../runtime/surface.js'
import { loadReferenceService } from '../../sandbox/index.js'
import { activeCustomer, bankAccount, createCustomer, wallet } from './support/actors.js'
import { offrampOf, onrampOf } from './support/autoramps.js'
import { diceOf, generate, generateNamed, type Seeds } from './support/generate.js'
import { list, text } from './support/look.js'
import { isMethod, openSandbox, type Request, type Sandbox, VERSIONS } from './support/sandbox.js'
import { register } from './webhooks/support/delivering.js'

/** Calls of each operation and version; RAMPART_PROPERTY_RUNS asks for more, RAMPART_PROPERTY_SEED for others. */
const RUNS = Number(process.env['RAMPART_PROPERTY_RUNS'] ?? 12)
const SEED = Number(process.env['RAMPART_PROPERTY_SEED'] ?? 1)

const { surfaces } = await loadReferenceService()

/** One record of every kind, so that a random id is sometimes of the right kind. */
const furnish = async (sandbox: Sandbox): Promise<Pick<Seeds, 'ids' | 'likely'>> => {
  const { send } = sandbox
  const customer = await activeCustomer(sandbox)
  const idle = await createCustomer(sandbox)
  const onramp = await onrampOf(sandbox, customer)
  const offramp = await offrampOf(sandbox, customer)
  const bought = await wallet(sandbox, customer)
  const sold = await bankAccount(sandbox, customer)
  const deposit = { autoramp_id: onramp, amount: '5' }
  const transaction = text(await send('POST', '/sandbox/transaction', { body: deposit }), 'id')
  const { id: webhook } = await register(sandbox, 'https://receiver.test/')
  const [identification] = list(await send('GET', `/customers/${customer}/identifications`), 'items')
  return {
    ids: [customer, idle, onramp, offramp, bought, sold, transaction, webhook, text(identification, 'id')],
    likely: {
      customer_id: [customer],
      autoramp_id: [onramp, offramp],
      fiat_address_id: [sold],
      recipient_account_id: [bought, sold],
      source_currency_code: ['USDC', 'EUR'],
      source_currency_chain: ['Solana'],
      source_currency_type: ['crypto'],
      destination_currency_code: ['USD', 'EUR', 'USDC'],
      destination_currency_type: ['fiat'],
      expiry_in_hours: [1, 24],
      country: ['DEU'],
      country_code: ['US', 'DE'],
      currency: [{ code: 'EUR' }, { type: 'Fiat', code: 'EUR' }],
      code: ['DE'],
      url: ['https://receiver.test/'],
      external_id: ['external-1'],
    },
  }
}

const serialised = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(serialised).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const asText = (parameter: Parameter, seeds: Seeds): string =>
  serialised(generateNamed(parameter.name, parameter.schema, seeds))

const pathOf = (operation: Operation, seeds: Seeds): string =>
  operation.path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => {
    const parameter = operation.parameters.find((entry) => entry.in === 'path' && entry.name === name)
    const value = parameter === undefined ? '' : asText(parameter, seeds)
    return encodeURIComponent(value) || 'x'
  })

const queryOf = (operation: Operation, seeds: Seeds): Record<string, string> => {
  const chosen = operation.parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || seeds.dice.below(3) === 0),
  )
  return Object.fromEntries(chosen.map((parameter) => [parameter.name, asText(parameter, seeds)]))
}

const requestOf = (operation: Operation, seeds: Seeds, version: string): Request => {
  const [media] = Object.values(operation.requestBody?.content ?? {})
  return {
    version,
    query: queryOf(operation, seeds),
    ...(media === undefined ? {} : { body: generate(media.schema, seeds) }),
  }
}

describe.each(VERSIONS)('on %s', async (version) => {
  const surface = surfaces.get(version)
  if (surface === undefined) throw new Error(`${version} is not built`)
  const sandbox = await openSandbox()
  const furniture = await furnish(sandbox)
  const operations = Object.values(surface.operations).filter(({ tags }) => !tags.includes('Specification'))

  test.each(operations.map((operation, index) => [operation.operationId, operation, index] as const))(
    '%s never fails, and never answers outside its document',
    async (_operationId, operation, index) => {
      const method = operation.method.toUpperCase()
      if (!isMethod(method)) throw new Error(`${method} is not sent`)
      for (let run = 0; run < RUNS; run += 1) {
        const dice = diceOf(SEED * 1_000_003 + index * 1009 + run)
        const seeds = { surface, dice, ...furniture, strangeOneIn: run % 2 === 0 ? 1_000_000 : 12 }
        const request = requestOf(operation, seeds, version)
        const { status, text: body } = await sandbox.send(method, pathOf(operation, seeds), request)
        expect(status, `${status} ${body} to ${JSON.stringify(request)}`).toBeLessThan(500)
      }
    },
  )
})
