import { createHash } from 'node:crypto'
import type { Api } from './case.js'

/**
 * sha256 of everything that decides what a run judges, so that shards of different plans are never merged. Settings of
 * the process (folders, time-outs, names of variables, ports) do not count.
 */
export function planHash(plan: Plan): string {
  const { baseUrl, specUrl, versions, supported, defaultVersion, rules, allowWrites, seed, subjects } = plan
  const { secondKeyEnv, webhooks, only, apis } = plan
  const hashes = apis.map(({ surface }) => surface.sha256).toSorted()
  const what = [
    [baseUrl, specUrl, versions, supported, defaultVersion, hashes],
    [rules, allowWrites, seed, subjects, only ?? null],
    [secondKeyEnv !== undefined, webhooks !== undefined],
  ]
  return createHash('sha256').update(JSON.stringify(what)).digest('hex')
}

/** The rules, versions, documents and settings of one run. Contains no secrets. */
export interface Plan {
  readonly baseUrl: string
  readonly specUrl: string
  /** The documents of the tested versions. */
  readonly apis: readonly Api[]
  /** Versions to test, oldest first. */
  readonly versions: readonly string[]
  /** All versions that the service lists, whether they are tested or not. */
  readonly supported: readonly string[]
  /** Listed versions whose documents are not available, each with its URL. */
  readonly unserved?: readonly { readonly version: string; readonly url: string }[]
  /** The version that the service names as its default, when it names one. */
  readonly defaultVersion: string | null
  readonly rules: readonly string[]
  readonly allowWrites: boolean
  /** Name of the environment variable that holds the API key. */
  readonly apiKeyEnv: string
  readonly timeoutMs: number
  /** The longest outage, in milliseconds, after which the service is given up; 10 seconds when it is absent. */
  readonly patienceMs?: number
  /** The pause before a read is repeated because a change does not show yet, in milliseconds; see `pauseOf`. */
  readonly pauseMs?: number
  readonly seed: number
  readonly subjects: Subjects
  /** Name of the environment variable that holds another partner's key; absent when there is none. */
  readonly secondKeyEnv?: string
  /** File to which every exchange is appended, without secrets; absent for no recording. */
  readonly recording?: string
  /** The receiver of webhooks; absent when there is none. */
  readonly webhooks?: WebhookPlan
  /** The most things that may be created; 2,000 when it is absent. */
  readonly maxCreations?: number
  /** Most requests a second; unbounded when it is absent. */
  readonly rate?: number
  /** Rules judged concurrently; by default one, or `mostAtOnce` where the service is far away. */
  readonly concurrency?: number
  /** Most requests in flight; unbounded when it is absent. */
  readonly mostAtOnce?: number
  /** Judges only these steps, each as `<rule> <version>`; all that apply when it is absent. */
  readonly only?: readonly string[]
  readonly service: ServicePlan
}

/** The form of requests to the service. Its credentials are among the keys. */
export interface ServicePlan {
  /** The header with the key of the run; absent where security schemes decide, which may need several credentials. */
  readonly keyHeader?: string
  /** The header or parameter with the version of a request; absent where there is none, or the base URL has it. */
  readonly carrier?: VersionCarrier
  /** The version of a request that names none; by default the one that the service names, or the newest. */
  readonly defaultVersion?: string
  /** API roots by version, where each has its own. */
  readonly baseUrls?: Readonly<Record<string, string>>
  /** Existing values on the service, by the name of a parameter or member. */
  readonly known?: Readonly<Record<string, readonly unknown[]>>
}

/** The header or query parameter of a request that names its version. */
export interface VersionCarrier {
  readonly in: 'header' | 'query'
  readonly name: string
}

/** The receiver of webhooks. */
export interface WebhookPlan {
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number
  /** Public URL of the port; by default the local address. */
  readonly url?: string
  /** Name of the environment variable with the webhook secret. */
  readonly secretEnv: string
  /** The time to wait for deliveries after their cause. */
  readonly waitMs: number
  /** The time that the service waits for a response; by default 5 seconds, as in the specification. */
  readonly answerMs?: number
}

/** Existing things on the service, for rules that cannot or should not create them. */
export interface Subjects {
  readonly customerId?: string
  readonly recipientAccountId?: string
  /** A sub-partner of the partner that owns the key. */
  readonly subPartnerId?: string
  /**
   * The patches that provoke errors which depend on the account, a provider or an unpublished list. By structured
   * code, a JSON Patch (RFC 6902) that turns a valid submission into one that this service refuses with the code;
   * `code:Kind` applies to submissions of that kind only. An entry named `Business`, `Person`, `Token` or `Link` adds
   * to submissions of that kind what this service requires beyond its document.
   */
  readonly provocations?: Readonly<Record<string, readonly PatchOperation[]>>
}

export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

/** The pause before a read is repeated because a change does not show yet, in milliseconds. */
export function pauseOf({ pauseMs = 400 }: Pick<Plan, 'pauseMs'>): number {
  return pauseMs
}
