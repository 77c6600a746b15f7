import { walletHandlers } from './addresses/wallets.js'
import { fiatAddressHandlers } from './addresses/fiat.js'
import { subdivisionHandlers } from './addresses/subdivisions.js'
import { authenticationCodeHandlers } from './authentication-codes/authentication-codes.js'
import { creationHandlers } from './autoramp/create.js'
import { quoteHandlers } from './quotes/handler.js'
import { autorampHandlers } from './autoramp/autoramps.js'
import { rateQuoteHandlers } from './autoramp/rate-quotes.js'
import { marketDataHandlers } from './market-data/market-data.js'
import { abilityHandlers } from './customer/abilities.js'
import { customerHandlers } from './customer/customers.js'
import { identificationHandlers, submissionHandlers } from './identification/submit.js'
import { feeProfileHandlers } from './fee-profiles/fee-profiles.js'
import type { AnyHandler, Handlers, HandlerTable, Service, VersionList } from './service/service.js'
import { openBankingHandlers } from './open-banking/payments.js'
import { pixHandlers } from './pix/pix.js'
import { termsHandlers } from './terms-and-conditions/handlers.js'
import { transactionHandlers } from './transactions/transactions.js'
import { simulationHandlers } from './transactions/deposit.js'
import { webhookHandlers } from './webhook-endpoints/registration.js'
import { logged } from './events/events.js'
import type { FastifyInstance } from '#bundled/fastify'
import { type SurfaceSource, createOperations } from './pipeline/operation.js'
import { type Latency, answerWhenDurable, answerLate } from './pipeline/hooks.js'
import { type Fault, combineFaults, faultsNamed } from './faults/index.js'
import {
  type Clock,
  systemClock,
  virtualClock,
  type SandboxLogger,
  createSeededRandom,
  freshSeed,
  memoryTables,
  type Tables,
} from './primitives/environment.js'
import { type SandboxData, persistentStore } from './state/data.js'
import { type WebhookOptions, fullOptions } from './webhooks/delivery-client.js'
import { buildApp } from './app.js'
import type { FaultSet } from './pipeline/fault-set.js'
import { createAuthentication, createRateLimit, defaultApiKey } from './pipeline/pipeline.js'
import { createIdempotency } from './pipeline/response.js'
import { createRates } from './money/rates.js'
import { behavioursOf, type Behaviours } from './api/behaviours.js'
import { announcing } from './state/repository.js'
import { memoryStore, type Store, watchStore } from './state/store.js'
import { Outbox } from './webhooks/outbox.js'

const handlers: Handlers = {
  ...customerHandlers,
  ...abilityHandlers,
  ...identificationHandlers,
  ...termsHandlers,
  ...fiatAddressHandlers,
  ...walletHandlers,
  ...subdivisionHandlers,
  ...pixHandlers,
  ...authenticationCodeHandlers,
  ...quoteHandlers,
  ...creationHandlers,
  ...autorampHandlers,
  ...rateQuoteHandlers,
  ...marketDataHandlers,
  ...feeProfileHandlers,
  ...transactionHandlers,
  ...simulationHandlers,
  ...openBankingHandlers,
  ...webhookHandlers,
}

const byOperation = new Map<string, unknown>(Object.entries({ ...handlers, ...submissionHandlers }))

const isHandler = (value: unknown): value is AnyHandler => typeof value === 'function'

/** The handlers of all operations below `/api`; each logs the events of its changes. */
const operationHandlers: HandlerTable = {
  find: (operationId) => {
    const handler = byOperation.get(operationId)
    return isHandler(handler) ? (call) => logged(call.service, () => handler(call)) : undefined
  },
  judgesItsBody: (operationId) => Object.hasOwn(submissionHandlers, operationId),
}

/** The emulated operations below `/api`; all others are refused. */
export const emulated: readonly string[] = [...byOperation.keys()].sort()

/** The documents that a sandbox serves, byte for byte, and the default version. */
export interface ServedDocuments {
  readonly versions: ReadonlyMap<string, { readonly bytes: Uint8Array }>
  readonly default: string
}

export interface SandboxOptions {
  readonly specs: ServedDocuments
  /** The generated code of each document, by version. */
  readonly surfaces: ReadonlyMap<string, SurfaceSource>
  /** Makes ids, rates and signatures reproducible; random by default. */
  readonly seed?: number
  /** Faults to enable: known ones by name, or further ones. */
  readonly faults?: readonly (string | Fault)[]
  /** The accepted keys, each of a separate partner; only `sandbox-key` by default. */
  readonly apiKeys?: readonly string[]
  readonly clock?: Clock
  readonly logger?: SandboxLogger
  /** The reading of ambiguous passages in the specification; `first` by default. */
  readonly reading?: 'first' | 'other'
  /** Requests per second and key before 429; unlimited by default. */
  readonly rateLimit?: number
  /** Artificial latency of responses below `/api`, determined by the seed; none by default. */
  readonly latency?: Latency
  /** Whether the partners' accounts are enabled for FedNow; true by default. */
  readonly fedNow?: boolean
  /** Hosts that requests may name besides those of this machine: names or addresses, optionally with a port. */
  readonly allowedHosts?: readonly string[]
  readonly webhooks?: WebhookOptions
  /** Storage for the state, with its own seed and reading; the service closes it. In memory by default. */
  readonly data?: SandboxData
}

/** Documents and behaviours by version, with the changes of faults. */
const withFaults = ({ specs }: SandboxOptions, { supported }: VersionList, faults: FaultSet) => {
  const newest = supported.at(-1) ?? specs.default
  const documents = [...specs.versions].map(
    ([version, { bytes }]) => [version, faults.document(bytes, version, newest)] as const,
  )
  const behaviours = new Map(supported.map((version) => [version, faults.behaviours(behavioursOf(version))]))
  return {
    documents: new Map(documents),
    behavioursOf: (version: string): Behaviours => behaviours.get(version) ?? behavioursOf(version),
  }
}

/** A store that announces logged events and changed webhooks to the outbox. */
const withOutbox = (store: Store, outbox: Outbox): Store => ({
  ...store,
  events: announcing(store.events, (event) => outbox.take(event)),
  webhooks: {
    ...announcing(store.webhooks, (webhook) => outbox.changed(webhook)),
    remove: (partnerId, id) => {
      store.webhooks.remove(partnerId, id)
      outbox.removed(id)
    },
  },
})

const createService = (options: SandboxOptions, faults: FaultSet, { table }: Tables): Service => {
  const origin = options.data?.origin ?? options
  const time = virtualClock(options.clock ?? systemClock, table('clock'), () => outbox.wake())
  const random = createSeededRandom(origin.seed ?? freshSeed(), table('counters'))
  const versions = { supported: [...options.specs.versions.keys()].sort(), default: options.specs.default }
  const { data } = options
  const store = data === undefined ? memoryStore() : persistentStore(data, versions.supported)
  const durable = (): Promise<void> | undefined => data?.durable()
  const delivery = fullOptions(options.webhooks)
  const outbox = new Outbox({
    store,
    table,
    durable,
    random,
    now: time.now,
    receiversNow: options.clock ?? systemClock,
    options: delivery,
    faults,
    log: options.logger,
  })
  return {
    ...watchStore(withOutbox(store, outbox)),
    outbox,
    delivery,
    durable,
    clock: time.now,
    time,
    random,
    rates: createRates(random),
    versions,
    ...withFaults(options, versions, faults),
    faults,
    usesAlternative: () => origin.reading === 'other',
    fedNow: options.fedNow ?? true,
  }
}

/**
 * Builds the embedded service for the given documents: operations below `/api`, the documents below `/spec`. It does
 * not listen. Throws `UnknownFaultError` for an unknown fault, `TypeError` if a document has no generated code, and
 * `DataUnusableError` if a stored customer is pinned to a version without a document.
 */
export async function createSandbox(options: SandboxOptions): Promise<FastifyInstance> {
  const faults = combineFaults(faultsNamed(options.faults ?? []))
  const tables = options.data ?? memoryTables
  const service = createService(options, faults, tables)
  const source = options.surfaces.get(service.versions.supported.at(-1) ?? '')
  const newest = typeof source === 'function' ? await source() : source
  if (newest === undefined) throw new TypeError('no code was generated from the newest document')
  const parts = {
    service,
    operations: createOperations(options.surfaces),
    handlers: operationHandlers,
    authenticate: createAuthentication(options.apiKeys ?? [defaultApiKey], service.random, faults),
    limitRate: createRateLimit(options.rateLimit, service.clock),
    idempotency: faults.idempotency(createIdempotency(tables.table('answers'))),
    faults,
    log: options.logger,
  }
  const app = buildApp(parts, Object.values(newest.operations), options.allowedHosts)
  app.addHook('preClose', () => service.outbox.close())
  if (options.latency !== undefined) answerLate(app, options.latency, service.random)
  if (options.data !== undefined) answerWhenDurable(app, options.data, parts)
  return app
}
