import { randomBytes } from 'node:crypto'
import { defaultVersion } from '../../../versions/index.js'
import type { Exchange, ExchangeRequest } from '../../exchange/exchange.js'
import type { Plan } from '../../model/plan.js'
import type { Traffic } from '../../model/traffic.js'
import { type CredentialsFor, partnerKey, versionNaming } from '../access/access.js'
import { Backlog } from './backlog.js'
import { Creations } from './creations.js'
import { Memory } from './memory.js'
import type { ObservedRule } from '../../model/step-result.js'
import { ObserverRunner, type ObserverRegistry } from '../observation/observer-runner.js'
import { nearKeys } from '../../recording/near-keys.js'
import { Recorder } from '../../client/recorder.js'
import { Recording } from '../../recording/recording.js'
import { Receiver } from '../receiver/receiver.js'
import { makeRedactor } from '../../recording/redact.js'
import { TrafficCount } from './traffic-count.js'
import { loadVersions, type VersionUnderTest } from '../requests/version-under-test.js'

/** The secrets of a run. Neither leaves it. */
export interface Keys {
  /** Sent as X-API-Key; may be empty. */
  readonly apiKey: string
  /** Key of another partner, for rules about what partners may see of each other. */
  readonly secondKey?: string
  /** Secret of the webhook that leads to the receiver. */
  readonly webhookSecret?: string
  /** What calls carry as credentials; the API key in X-API-Key when it is absent. */
  readonly credentials?: CredentialsFor
  /** Texts besides the keys that nobody may read. */
  readonly secrets?: readonly string[]
}

/** The keys of a plan, from the environment variables that it names. */
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

/** The state that all rules of one run share: the surfaces, the recorder, the observers, and things made once. */
export class Session {
  readonly plan: Plan
  readonly apiKey: string
  readonly credentials: CredentialsFor
  /** The header that names the version of a call, in lower case; undefined where the service reads none. */
  readonly versionHeader: string | undefined
  /** The key of another partner; empty when there is none. */
  readonly secondKey: string
  readonly versions: ReadonlyMap<string, VersionUnderTest>
  readonly recorder: Recorder
  readonly memory = new Memory()
  /** Receives webhooks, where the plan says so. */
  readonly receiver: Receiver | undefined
  #secrets: readonly string[]
  #redact: (text: string) => string
  #webhookSecret: string
  readonly creations: Creations
  readonly #observerRunner: ObserverRunner
  readonly #backlog = new Backlog()
  readonly #recording: Recording | undefined
  readonly #traffic = new TrafficCount()
  /** Requests that put back what a rule changed, by what they are about. */
  readonly #restores = new Map<string, ExchangeRequest>()
  readonly #run = randomBytes(5).toString('hex')
  #counter = 0

  private constructor(
    registry: ObserverRegistry,
    plan: Plan,
    { apiKey, secondKey = '', webhookSecret = '', credentials, secrets = [] }: Keys,
    versions: ReadonlyMap<string, VersionUnderTest>,
    receiver: Receiver | undefined,
  ) {
    this.plan = plan
    this.apiKey = apiKey
    this.credentials = credentials ?? partnerKey(apiKey)
    const naming = versionNaming(plan, defaultVersion)
    this.versionHeader = naming.header
    this.secondKey = secondKey
    this.versions = versions
    this.receiver = receiver
    this.#webhookSecret = webhookSecret
    this.#secrets = [apiKey, secondKey, webhookSecret, webhookSecret.replace(/^whsec_/, ''), ...secrets]
    this.#redact = this.#redactor()
    this.creations = new Creations(plan.maxCreations, naming)
    this.#observerRunner = new ObserverRunner(registry, plan, versions)
    const recording = plan.recording === undefined ? undefined : new Recording(plan.recording, this.redact)
    this.#recording = recording
    this.recorder = new Recorder({
      timeoutMs: plan.timeoutMs,
      isNamed: recording !== undefined,
      onAnswer: (exchange) => recording && this.#record(recording, exchange),
      ...(plan.rate !== undefined && { rate: plan.rate }),
      ...(plan.patienceMs !== undefined && { patienceMs: plan.patienceMs }),
      onExchange: (exchange, route) => {
        this.#traffic.count(exchange, route)
        this.creations.look(exchange, route)
        return this.#backlog.add(() => this.#observerRunner.judge(exchange, route))
      },
    })
    this.recorder.gone.addEventListener('abort', () => this.receiver?.giveUp(), { once: true })
  }

  /** Loads the generated code of every version of the plan, and opens the receiver that it asks for. */
  static async open(registry: ObserverRegistry, plan: Plan, keys: Keys): Promise<Session> {
    const versions = await loadVersions(plan)
    return new Session(registry, plan, keys, versions, plan.webhooks && (await Receiver.open(plan.webhooks)))
  }

  /** The secret of the webhook; empty while it is not known. */
  get webhookSecret(): string {
    return this.#webhookSecret
  }

  /** Takes over the secret of a webhook that was registered by the run itself. */
  learnWebhookSecret(secret: string): void {
    this.#webhookSecret = secret
    this.#secrets = [...this.#secrets, secret, secret.replace(/^whsec_/, '')]
    this.#redact = this.#redactor()
  }

  #redactor(): (text: string) => string {
    return makeRedactor(
      this.#secrets,
      nearKeys(this.apiKey).map(([key]) => key),
    )
  }

  /** Takes the secrets out of a text. */
  readonly redact = (text: string): string => this.#redact(text)

  /** The newest version under test: rules about the service as a whole are asked by its document. */
  get newest(): VersionUnderTest {
    const newest = [...this.versions.values()].at(-1)
    if (!newest) throw new RangeError('a plan without versions')
    return newest
  }

  /** A UUID that begins with the seed, and that neither this run nor another one gives a second time. */
  uuid(): string {
    const seed = (this.plan.seed >>> 0).toString(16).padStart(8, '0')
    const [run, counter] = [this.#run, (this.#counter++).toString(16).padStart(12, '0')]
    return `${seed}-${run.slice(0, 4)}-4${run.slice(4, 7)}-8${run.slice(7, 10)}-${counter}`
  }

  /** Resolves when the observers have seen, and the recording has, everything that was answered so far. */
  settle(): Promise<void> {
    return this.#backlog.settle()
  }

  /** The observers' findings since the last call; they may be a few exchanges behind. */
  takeObserved(): ObservedRule[] {
    return this.#observerRunner.take()
  }

  /** The exchanges that the observers' findings of nothing rest on, since the last call. */
  takeEvidence(): Exchange[] {
    return this.#observerRunner.takeEvidence()
  }

  /** Which operations were called since this was last asked, and what was answered. */
  takeTraffic(): Traffic[] {
    return this.#traffic.take()
  }

  /** Writes down what was recorded so far. */
  async flush(): Promise<void> {
    await this.#backlog.settle()
    await this.#recording?.flush()
  }

  /** Sends nothing more: every rule under way ends without an answer. */
  stop(): void {
    this.recorder.stop()
    this.receiver?.giveUp()
  }

  #record(recording: Recording, exchange: Exchange): Promise<void> {
    const durationMs = Date.now() - exchange.sentAt
    return this.#backlog.add(() => recording.write(exchange, durationMs))
  }

  /** Keeps a request that puts back what a rule is about to change, to be sent when the run ends before the rule. */
  keepRestore(subject: string, request: ExchangeRequest | undefined): void {
    if (request) this.#restores.set(subject, request)
    else this.#restores.delete(subject)
  }

  /** Sends what was left to be put back, also when the run was stopped. */
  async #restore(): Promise<void> {
    if (this.#restores.size === 0) return
    const recorder = new Recorder({ timeoutMs: this.plan.timeoutMs, onExchange: () => undefined })
    const sent = [...this.#restores.values()].map((request) => recorder.send(request, { target: 'api' }))
    await Promise.allSettled(sent)
    await recorder.close()
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    try {
      await this.flush()
    } finally {
      await this.#restore()
      await this.receiver?.close()
      await this.recorder.close()
    }
  }
}
