import { connections } from '../../delivery/post.js'
import { contentOf } from '../../examine/content.js'
import { type NamedSecret, keyOf, type SecretForm } from '../../examine/keys.js'
import type { DeliveryStore } from '../store/delivery-store.js'
import { isWaiting, type KeptDelivery } from '../store/kept-delivery.js'
import { Forwarder, type ForwarderEvents, type ForwardSettings } from './forwarder.js'
import type { Targets } from './targets.js'

/** What is forwarded where, and how. */
export interface ForwardingOptions {
  readonly targets: Targets
  /** Types that are forwarded, and ping; all without it. */
  readonly types: ReadonlySet<string> | undefined
  readonly settings: ForwardSettings & { readonly secretAs: SecretForm }
  readonly secrets: readonly NamedSecret[]
  readonly store: DeliveryStore
  readonly events: ForwarderEvents
}

const typeOf = ({ bodyBase64 }: KeptDelivery): string | undefined =>
  contentOf(Buffer.from(bodyBase64, 'base64')).type

/** Forwards deliveries to the targets of their kinds; each target has a queue of its own. */
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

  /** Whether `--events` leaves a kind out. A ping is always on (Events, registering). */
  isIgnored(type: string | undefined): boolean {
    const { types } = this.#options
    return types !== undefined && type !== 'ping' && (type === undefined || !types.has(type))
  }

  /** The forwarder for a kind of event; undefined where no target takes it. */
  of(type: string | undefined): Forwarder | undefined {
    const url = this.isIgnored(type) ? undefined : this.#options.targets.urlFor(type)
    return url === undefined ? undefined : this.#forwarders.get(url)
  }

  /** Takes up what an earlier listener could not forward; what has no target now goes on waiting. */
  resume(): void {
    for (const kept of this.#options.store.all().filter(isWaiting)) this.of(typeOf(kept))?.take(kept.number)
  }

  /** Sends a kept delivery once more; false when no target takes its kind. */
  resend(number: number): boolean {
    const kept = this.#options.store.get(number)
    const forwarder = kept && this.of(typeOf(kept))
    if (kept && forwarder) void forwarder.resend(kept)
    return forwarder !== undefined
  }

  /** Attempts all that waits now. */
  hurry(): void {
    for (const forwarder of this.#forwarders.values()) forwarder.hurry()
  }

  /** Takes a delivery out of those that wait. */
  forget(number: number): void {
    for (const forwarder of this.#forwarders.values()) forwarder.forget(number)
  }

  /** Ends what is under way; what waits stays kept. */
  async close(): Promise<void> {
    await Promise.all([...this.#forwarders.values()].map((forwarder) => forwarder.close()))
    await this.#connections.destroy()
  }
}
