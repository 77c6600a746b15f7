import { connections } from '../../delivery/post.js'
import { contentOf } from '../../examine/content.js'
import { type NamedSecret, keyOf, type SecretForm } from '../../examine/keys.js'
import type { DeliveryStore } from '../store/delivery-store.js'
import { isWaiting, type KeptDelivery } from '../store/kept-delivery.js'
import { Forwarder, type ForwarderEvents, type ForwardSettings } from './forwarder.js'
import type { Targets } from './targets.js'

/** The deliveries to forward, with targets and settings. */
export interface ForwardingOptions {
  readonly targets: Targets
  /** Types to forward, besides ping; all when it is absent. */
  readonly types: ReadonlySet<string> | undefined
  readonly settings: ForwardSettings & { readonly secretAs: SecretForm }
  readonly secrets: readonly NamedSecret[]
  readonly store: DeliveryStore
  readonly events: ForwarderEvents
}

const typeOf = ({ bodyBase64 }: KeptDelivery): string | undefined =>
  contentOf(Buffer.from(bodyBase64, 'base64')).type

/** Forwards deliveries to the targets of their kinds; each target has its own queue. */
export class Forwarding {
  readonly #options: ForwardingOptions
  readonly #connections = connections()
  readonly #forwarders: ReadonlyMap<string, Forwarder>

  constructor(options: ForwardingOptions) {
    this.#options = options
    const { targets, settings, secrets, store, events } = options
    const [secret] = secrets
    const key = secret && keyOf(secret.value, settings.secretAs)
    const more = { settings, key, store, connections: this.#connections, events }
    this.#forwarders = new Map(targets.all.map(({ url }) => [url, new Forwarder({ url, ...more })]))
  }

  /** Whether `--events` excludes a kind. A ping is always on (Events, registering). */
  isIgnored(type: string | undefined): boolean {
    const { types } = this.#options
    return types !== undefined && type !== 'ping' && (type === undefined || !types.has(type))
  }

  /** The forwarder for a kind of event; undefined where it has no target. */
  of(type: string | undefined): Forwarder | undefined {
    const url = this.isIgnored(type) ? undefined : this.#options.targets.urlFor(type)
    return url === undefined ? undefined : this.#forwarders.get(url)
  }

  /** Resumes the waiting deliveries of an earlier listener; those without a target keep waiting. */
  resume(): void {
    for (const kept of this.#options.store.all().filter(isWaiting)) this.of(typeOf(kept))?.take(kept.number)
  }

  /** Sends a kept delivery again; false when its kind has no target. */
  resend(number: number): boolean {
    const kept = this.#options.store.get(number)
    const forwarder = kept && this.of(typeOf(kept))
    if (kept && forwarder) void forwarder.resend(kept)
    return forwarder !== undefined
  }

  /** Attempts all waiting deliveries now. */
  hurry(): void {
    for (const forwarder of this.#forwarders.values()) forwarder.hurry()
  }

  /** Removes a waiting delivery. */
  forget(number: number): void {
    for (const forwarder of this.#forwarders.values()) forwarder.forget(number)
  }

  /** Ends pending attempts; waiting deliveries stay kept. */
  async close(): Promise<void> {
    await Promise.all([...this.#forwarders.values()].map((forwarder) => forwarder.close()))
    await this.#connections.destroy()
  }
}
