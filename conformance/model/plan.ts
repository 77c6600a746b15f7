import { createHash } from 'node:crypto'
import type { Surface } from '../../runtime/surface.js'

const documentsOf = (versions: readonly string[], documents: Readonly<Record<string, string>>) =>
  versions.map((version) => documents[version] ?? '')

/**
 * sha256 of everything that decides what a run judges, so that parts of two plans are never taken for one run. How it
 * is run (folders, time-outs, names of variables, ports) does not count.
 * @param documents sha256 of each version's document
 */
export function planHash(plan: Plan, documents: Readonly<Record<string, string>>): string {
  const { baseUrl, specUrl, versions, supported, defaultVersion, rules, allowWrites, seed, subjects } = plan
  const { secondKeyEnv, webhooks, only } = plan
  const what = [
    [baseUrl, specUrl, versions, supported, defaultVersion, documentsOf(versions, documents)],
    [rules, allowWrites, seed, subjects, only ?? null],
    [secondKeyEnv !== undefined, webhooks !== undefined],
  ]
  return createHash('sha256').update(JSON.stringify(what)).digest('hex')
}

/** The rules, versions and settings of one run: plain data that travels to the workers of the runner, no secrets. */
export interface Plan {
  readonly baseUrl: string
  readonly specUrl: string
  /**
   * Folder that `rampart generate` made from the documents of this service; or their surfaces by version, in a plan that
   * stays in its process.
   */
  readonly generated: string | ReadonlyMap<string, Surface>
  /** Versions to test, oldest first. */
  readonly versions: readonly string[]
  /** All versions that the service lists, whether they are tested or not. */
  readonly supported: readonly string[]
  /** Versions that the service lists and whose documents cannot be had, each with its location. */
  readonly unserved?: readonly { readonly version: string; readonly url: string }[]
  /** The version that the service names as its default, when it names one. */
  readonly defaultVersion: string | null
  /** Rules to run, by id. */
  readonly rules: readonly string[]
  readonly allowWrites: boolean
  /** Name of the environment variable that holds the API key. */
  readonly apiKeyEnv: string
  readonly timeoutMs: number
  /** How long the service may stay away before it is given up, in milliseconds; 10 seconds when it is absent. */
  readonly patienceMs?: number
  /** How long to wait before something is read again that does not show yet; 400 ms when it is absent. */
  readonly pauseMs?: number
  readonly seed: number
  readonly subjects: Subjects
  /** Name of the environment variable that holds another partner's key; absent when there is none. */
  readonly secondKeyEnv?: string
  /** File that every exchange of the run is appended to, without secrets; none is kept when it is absent. */
  readonly recording?: string
  /** Where webhooks are received; absent when nobody receives any. */
  readonly webhooks?: WebhookPlan
  /** How many things may be created; 2,000 when it is absent. */
  readonly maxCreations?: number
  /** Most requests a second; without bound when it is absent. */
  readonly rate?: number
  /** How many rules are judged at the same time; one when it is absent. */
  readonly concurrency?: number
  /** Most requests on their way at the same time; without bound when it is absent. */
  readonly mostAtOnce?: number
  /** Judges these steps alone, each as `<rule> <version>`; all that apply when it is absent. */
  readonly only?: readonly string[]
  /** How the service is spoken to; as the payment API, with X-API-Key and X-API-Version, when it is absent. */
  readonly service?: ServicePlan
}

/** How a service other than the payment API is spoken to. Its credentials are among the keys. */
export interface ServicePlan {
  /** The header by which a call asks for a version; absent for a service that has none. */
  readonly versionHeader?: string
  /** The query parameter by which it does, where there is no such header. */
  readonly versionQuery?: string
  /** API roots by version, where each has its own. */
  readonly baseUrls?: Readonly<Record<string, string>>
  /** Values that exist on the service, by the name of a parameter or of a member. */
  readonly known?: Readonly<Record<string, readonly unknown[]>>
}

/** How webhooks are received. */
export interface WebhookPlan {
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number
  /** Public URL that leads to the port; by default the address itself. */
  readonly url?: string
  /** Name of the environment variable that holds the secret of the webhook. */
  readonly secretEnv: string
  /** How long to wait for deliveries after what causes them was done. */
  readonly waitMs: number
  /** How long the service waits for an answer; 5 seconds, as the specification has it, when it is absent. */
  readonly answerMs?: number
}

/** Things that exist on the service already, for rules that cannot or should not create them. */
export interface Subjects {
  readonly customerId?: string
  readonly recipientAccountId?: string
  /** A sub-partner of the partner whose key is used. */
  readonly subPartnerId?: string
  /**
   * How to provoke what hangs on the account, a provider or a list that is not shown: by structured code, a JSON
   * Patch (RFC 6902) that turns a valid submission into one that this service refuses with the code; named
   * `code:Kind` it is for submissions of that kind alone. One named `Business`, `Person`, `Token` or `Link` gives the
   * submissions of that kind what this service wants of them beyond its document.
   */
  readonly provocations?: Readonly<Record<string, readonly PatchOperation[]>>
}

/** One operation of a JSON Patch. */
export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}
