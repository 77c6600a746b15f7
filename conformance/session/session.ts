import { randomBytes } from 'node:crypto'
import type { Exchange, ExchangeRequest } from '../exchange/exchange.js'
import type { Operation } from '../../runtime/surface.js'
import type { Tolerances } from '../model/case.js'
import { type CreatedThing, type Traffic, addTraffic } from '../model/report.js'
import type { ExploreSettings } from '../model/explorer.js'
import type { Plan } from '../model/plan.js'
import {
  type CredentialsFor,
  noCredentials,
  partnerKey,
  type VersionUnderTest,
  versionsUnderTest,
} from './version-under-test.js'
import { Backlog, Creations, Memory } from './memory.js'
import { NoAnswer } from '../model/outcome.js'
import { Learned } from '../pool/learned.js'
import { readCall } from '../requests/write-request.js'
import { ObserverRunner, type ObserverRegistry } from './observer-runner.js'
import type { Seen } from '../model/step-result.js'
import { nearKeys, Secrets, secretsOf, masks, unsigned } from '../recording/redact.js'
import { Client, requireAnswer, type Sending } from '../client/client.js'
import { Recording } from '../recording/recording.js'
import { Receiver } from './receiver.js'
import type { Secret } from '../../redaction/index.js'
import { publishExchange } from '../recording/publish.js'

/** The traffic that a response counts as; documents and refusals of invented requests do not count. */
const trafficOf = ({ target, response, isGuess }: Exchange, route: string | undefined): Traffic[] => {
  const isRefusedGuess = isGuess === true && response.status >= 400
  if (target !== 'api' || route === undefined || isRefusedGuess) return []
  const [method = '', template = ''] = route.split(' ', 2)
  return [{ operation: `${method.toUpperCase()} ${template}`, statuses: { [response.status]: 1 } }]
}

/** The secrets of a run, which must not be published. */
export interface Keys {
  /** Sent as X-API-Key; may be empty. */
  readonly apiKey: string
  /** Key of another partner, for rules about access between partners. */
  readonly secondKey?: string
  /** Secret of the webhook that points at the receiver. */
  readonly webhookSecret?: string
  /** The credentials of calls; the API key in X-API-Key when it is absent. */
  readonly credentials?: CredentialsFor
  /** Credentials beside an API key in X-API-Key: further security schemes of the document, and configured headers. */
  readonly besideKey?: CredentialsFor
  /** Lists of further secrets, which grow as tokens are renewed. */
  readonly secrets?: readonly (readonly Secret[])[]
}

/** The keys from the environment variables of a plan. */
export function keysFrom(
  { apiKeyEnv, secondKeyEnv, webhooks }: Plan,
  env: Readonly<Record<string, string | undefined>>,
): Keys {
  return {
    apiKey: env[apiKeyEnv] ?? '',
    secondKey: (secondKeyEnv === undefined ? undefined : env[secondKeyEnv]) ?? '',
    webhookSecret: (webhooks && env[webhooks.secretEnv]) ?? '',
  }
}

/** The longest time until a created thing is served everywhere. */
const newMs = 5_000

/** The state shared by all rules of a run: surfaces, recording, observers, and values made once. */
export class Session {
  readonly plan: Plan
  readonly apiKey: string
  readonly credentials: CredentialsFor
  readonly besideKey: CredentialsFor
  /** The key of another partner, or empty. */
  readonly secondKey: string
  readonly versions: ReadonlyMap<string, VersionUnderTest>
  readonly client: Client
  readonly memory = new Memory()
  readonly receiver: Receiver | undefined
  readonly #secrets: Secrets
  readonly #shown = new WeakMap<Exchange, readonly string[]>()
  /** The secret of the webhook; empty while it is not known. */
  webhookSecret: string
  /** The shortest time that a response of the API took. */
  quickestMs = Infinity
  readonly creations: Creations
  /** Knowledge about each version under test. */
  readonly learned: ReadonlyMap<string, Learned>
  readonly #observerRunner: ObserverRunner
  readonly #backlog = new Backlog()
  readonly #recording: Recording | undefined
  readonly #traffic: Traffic[] = []
  /** Requests that undo a rule's changes, by subject. */
  readonly #restores = new Map<string, ExchangeRequest>()
  readonly #run = randomBytes(5).toString('hex')
  #counter = 0

  private constructor(
    registry: ObserverRegistry,
    plan: Plan,
    { apiKey, secondKey = '', webhookSecret = '', credentials, besideKey = noCredentials, secrets }: Keys,
    versions: ReadonlyMap<string, VersionUnderTest>,
    known: ExploreSettings['known'] | undefined,
    receiver: Receiver | undefined,
  ) {
    this.plan = plan
    this.apiKey = apiKey
    this.credentials = credentials ?? partnerKey(apiKey, besideKey)
    this.besideKey = besideKey
    this.secondKey = secondKey
    this.versions = versions
    this.learned = new Map(Array.from(versions, ([version, { api }]) => [version, new Learned(api, known)]))
    this.receiver = receiver
    this.webhookSecret = webhookSecret
    const own = [
      ...secretsOf([apiKey, secondKey, webhookSecret, webhookSecret.replace(/^whsec_/, '')]),
      ...nearKeys(apiKey).map(([value]) => ({ value, mask: masks.otherKey })),
    ]
    this.#secrets = new Secrets([own, ...(secrets ?? [])])
    const pools = Array.from(this.learned.values(), ({ pool }) => pool)
    const count = (): number => pools.reduce((sum, { created }) => sum + created.length, 0)
    this.creations = new Creations(count, plan.maxCreations)
    this.#observerRunner = new ObserverRunner(registry, plan, versions)
    const recording = plan.recording === undefined ? undefined : new Recording(plan.recording, this.redact)
    this.#recording = recording
    this.client = new Client({
      origins: [plan.baseUrl, plan.specUrl, ...Object.values(plan.service.baseUrls ?? {})],
      timeoutMs: plan.timeoutMs,
      isNamed: recording !== undefined,
      clean: (exchange) => this.#clean(exchange, registry.secretsIn),
      onExchange: (exchange, durationMs) => {
        if (exchange.target === 'api') this.quickestMs = Math.min(this.quickestMs, durationMs)
        return recording && this.#backlog.add(() => recording.write(exchange, durationMs))
      },
      ...(plan.rate !== undefined && { rate: plan.rate }),
      ...(plan.mostAtOnce !== undefined && { concurrency: plan.mostAtOnce }),
      ...(plan.patienceMs !== undefined && { patienceMs: plan.patienceMs }),
    })
    this.client.gone.addEventListener('abort', () => this.receiver?.giveUp(), { once: true })
  }

  /** Opens a session. @param known values for the pools of cases; absent where no cases are made */
  static async open(
    registry: ObserverRegistry,
    plan: Plan,
    keys: Keys,
    known?: ExploreSettings['known'],
  ): Promise<Session> {
    const versions = versionsUnderTest(plan)
    const receiver = plan.webhooks && (await Receiver.open(plan.webhooks))
    return new Session(registry, plan, keys, versions, known, receiver)
  }

  get created(): readonly CreatedThing[] {
    return [...this.learned.values()].flatMap(({ pool }) => pool.created)
  }

  /** The ids of things that the run has created since a time, in Unix milliseconds. */
  idsSince(time: number): readonly string[] {
    return this.created
      .filter(({ by }) => by.exchange.sentAt >= time)
      .map(({ path, id }) => (path ?? id)?.split('/').at(-1) ?? '')
      .filter((id) => id !== '')
  }

  /** Whether a request names something that the run created moments ago. */
  isAboutNew({ url }: ExchangeRequest): boolean {
    const { pathname, searchParams } = new URL(url)
    const named = new Set([...pathname.split('/'), ...searchParams.values()])
    return this.idsSince(Date.now() - newMs).some((id) => named.has(id))
  }

  /** The secrets in a response, which were removed from its exchange. */
  secretsShownIn(exchange: Exchange): readonly string[] {
    return this.#shown.get(exchange) ?? []
  }

  /** Removes secrets from a new exchange, including those that it contains itself. */
  #clean(raw: Exchange, secretsIn: ObserverRegistry['secretsIn']): Exchange {
    const shown = secretsIn?.(raw) ?? []
    for (const value of shown.flatMap((one) => [one, one.replace(/^whsec_/, '')]))
      this.#secrets.learn({ value, mask: masks.secondKey })
    const exchange = publishExchange(raw, this.#secrets.long, Infinity, this.#secrets.all)
    if (shown.length > 0) this.#shown.set(exchange, shown)
    return exchange
  }

  /** Removes secrets from output. */
  readonly redact = unsigned((text) => this.#secrets.all(text))

  /** The newest version under test, whose document is used for rules about the service as a whole. */
  get newest(): VersionUnderTest {
    const newest = [...this.versions.values()].at(-1)
    if (!newest) throw new RangeError('a plan without versions')
    return newest
  }

  /** Sends a request and shows the exchange to the observers, unless it `isStray`. @throws NoAnswer */
  async ask(
    request: ExchangeRequest,
    { isStray, ...sending }: Sending & { readonly isStray?: boolean },
  ): Promise<Exchange> {
    const exchange = await this.client
      .send(request, sending)
      .then(requireAnswer)
      .catch((error: unknown) => {
        // A creation may have been carried out all the same.
        const lost = error instanceof NoAnswer ? error.exchange : undefined
        if (lost?.response.status === 0 && isStray !== true) this.#learn(lost, sending)
        throw error
      })
    if (isStray === true) return exchange
    this.#traffic.push(...trafficOf(exchange, sending.route))
    this.#learn(exchange, sending)
    await this.#backlog.add(() => this.#observerRunner.judge(exchange, sending.route))
    return exchange
  }

  /** Learns values from the response to a call of a rule; replays add nothing, unless the call may itself have created. */
  #learn(exchange: Exchange, { route, isForeign, mayBeReplay = false }: Sending): void {
    if (route === undefined || isForeign === true || (exchange.isReplay && !mayBeReplay)) return
    const requested = this.versions.get(this.#observerRunner.versionOf(exchange) ?? '')
    const has = ({ operations }: VersionUnderTest): boolean => operations.at(route) !== undefined
    const under = requested ?? [...this.versions.values()].findLast(has)
    const operation = under?.operations.at(route)
    const learned = under && this.learned.get(under.version)
    if (!operation || !learned) return
    const call = readCall(operation, exchange)
    const made = { call, expectation: 'unknown', origin: 'rule' } as const
    learned.look({ api: learned.api, case: made, exchange, durationMs: 0 })
  }

  #routeOf(operation: Operation, version: string): string | undefined {
    return this.versions.get(version)?.operations.route(operation)
  }

  async showCase(exchange: Exchange, operation: Operation, version: string): Promise<void> {
    const route = this.#routeOf(operation, version)
    await this.#backlog.add(() => this.#observerRunner.judge(exchange, route, true))
  }

  /** The deviations from a version's document that the specification allows for an exchange. */
  tolerancesOf(exchange: Exchange, operation: Operation, version: string): Tolerances {
    const route = this.#routeOf(operation, version)
    return route === undefined ? {} : this.#observerRunner.tolerances(exchange, route)
  }

  /** A unique UUID that begins with the seed. */
  uuid(): string {
    const seed = (this.plan.seed >>> 0).toString(16).padStart(8, '0')
    const [run, counter] = [this.#run, (this.#counter++).toString(16).padStart(12, '0')]
    return `${seed}-${run.slice(0, 4)}-4${run.slice(4, 7)}-8${run.slice(7, 10)}-${counter}`
  }

  /** Resolves when the observers and the recording have processed all responses so far. */
  settle(): Promise<void> {
    return this.#backlog.settle()
  }

  show(exchange: Exchange): void {
    this.#observerRunner.show(exchange)
  }

  /** Everything seen so far; a few exchanges may be pending until `settle`. */
  get seen(): Omit<Seen, 'judged'> {
    const { interruptions } = this.client
    return { ...this.#observerRunner.observations, traffic: addTraffic(this.#traffic), interruptions }
  }

  async flush(): Promise<void> {
    await this.#backlog.settle()
    await this.#recording?.flush()
  }

  /** Sends nothing more; every running rule ends without a response. */
  stop(): void {
    this.client.stop()
    this.receiver?.giveUp()
  }

  /** Keeps a request that undoes a rule's change, in case the run ends before the rule does so. */
  keepRestore(subject: string, request: ExchangeRequest | undefined): void {
    if (request) this.#restores.set(subject, request)
    else this.#restores.delete(subject)
  }

  /** Sends the kept undo requests, even when the run was stopped. */
  async #restore(): Promise<void> {
    if (this.#restores.size === 0) return
    const client = new Client({ origins: [this.plan.baseUrl], timeoutMs: this.plan.timeoutMs })
    await Promise.allSettled([...this.#restores.values()].map((request) => client.send(request)))
    await client.close()
  }

  async close(): Promise<void> {
    try {
      await this.flush()
    } finally {
      await this.#restore()
      await this.receiver?.close()
      await this.client.close()
    }
  }
}
