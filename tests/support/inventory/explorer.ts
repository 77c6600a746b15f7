import type { FastifyInstance, InjectOptions } from 'fastify'
import type { HeaderList } from '../../../conformance/index.js'
import type { Call, Case, Observed, Api, ExploreViolation } from '../../../conformance/model/case.js'
import {
  type Explorer,
  type GivenValues,
  NotAllowed,
  Stopped,
  type ExploreSettings,
} from '../../../conformance/model/explorer.js'
import type { ExploreRuleId } from '../../../conformance/model/document-rules.js'
import { Pool } from '../../../conformance/pool/pool.js'
import { updatesByPost } from '../../../conformance/resources/resources.js'
import { type Refusal, refusalOf } from '../../../conformance/run/permission.js'
import { lookBefore } from '../../../conformance/sequences/runner.js'
import { targetOf } from '../../../conformance/resources/paths.js'
import type { Operation } from '../../../runtime/surface.js'
import { draftOf } from './draft.js'

const settings: ExploreSettings = {
  seed: 1,
  budgetMs: 60_000,
  concurrency: 4,
  allowWrites: true,
  allowDestructive: false,
  known: {},
}

const headersOf = (call: Call): [string, string][] => [
  ...Object.entries(call.header).map(([name, value]): [string, string] => [name, String(value)]),
  ...(call.body ? [['content-type', call.body.mediaType] as [string, string]] : []),
]

const urlOf = (call: Call, baseUrl: string): string => {
  if (call.target !== undefined) return baseUrl + call.target
  const query = new URLSearchParams(Object.entries(call.query).map(([name, value]) => [name, String(value)]))
  return `${baseUrl}${targetOf(call.operation.path, call.path)}${query.size > 0 ? `?${query.toString()}` : ''}`
}

/**
 * A minimal explorer for a service in this process: simple bodies, and no checks except for server errors. Without
 * sockets runs take a third of the time.
 */
export class TestExplorer implements Explorer {
  readonly violations: ExploreViolation[] = []
  readonly doubts = new Map<string, ExploreViolation>()
  readonly judgements = new Set<ExploreRuleId>()
  readonly sent: Observed[] = []
  readonly pool: Pool
  readonly settings: ExploreSettings
  #draws = 1

  constructor(
    readonly api: Api,
    readonly service: FastifyInstance,
    own: Partial<ExploreSettings & { readonly most: number }> = {},
  ) {
    this.settings = { ...settings, ...own }
    this.pool = new Pool(api, this.settings.known)
    this.#most = own.most ?? 5000
    this.#updatesByPost = updatesByPost(Object.values(api.surface.operations), api.surface.schemas)
  }

  get mayCreate(): boolean {
    return this.pool.created.length < 1000
  }

  readonly #most: number
  readonly #updatesByPost: ReadonlySet<Operation>

  async send(sent: Case): Promise<Observed> {
    if (this.sent.length >= this.#most) throw new Stopped()
    const isOurs = this.pool.isCreated(sent.call) || this.pool.isAbsent(sent.call)
    if (this.#refusal(sent.call.operation, isOurs, sent)) throw new NotAllowed()
    await lookBefore(this, this.pool, sent)
    const { call } = sent
    const request = {
      method: call.operation.method.toUpperCase(),
      url: urlOf(call, this.api.baseUrl),
      headers: headersOf(call),
      ...(call.body && { body: JSON.stringify(call.body.value) }),
    }
    const sentAt = Date.now()
    const options: InjectOptions = {
      method: call.operation.method as 'get',
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(request.body !== undefined && { payload: request.body }),
    }
    const { statusCode: status, headers: came, body } = await this.service.inject(options)
    const headers: HeaderList = Object.entries(came).map(([name, value]) => [name, String(value)])
    const response = { status, headers, body }
    const exchange = { request, response, target: 'api', sentAt, isReplay: false } as const
    const observed: Observed = { api: this.api, case: sent, exchange, durationMs: Date.now() - sentAt }
    this.sent.push(observed)
    this.pool.learn(observed)
    if (status >= 500) this.violate(serverError(observed))
    return observed
  }

  confirm(work: () => Promise<void>): Promise<void> {
    return work()
  }

  violate(violation: ExploreViolation): void {
    this.violations.push(violation)
  }

  judged(rule: ExploreRuleId): void {
    this.judgements.add(rule)
  }

  mayCall(operation: Operation, created = false): boolean {
    return this.#refusal(operation, created) === undefined
  }

  #refusal(operation: Operation, isOurs: boolean, sent?: Case): Refusal | undefined {
    const isUpdate = this.#updatesByPost.has(operation)
    return refusalOf({ operation, isOurs, isUpdate, ...(sent && { sent }) }, this.settings)
  }

  async validCase(operation: Operation, given: GivenValues = {}): Promise<Case | undefined> {
    const inPath = operation.parameters.filter((one) => one.in === 'path')
    const path = inPath.map(
      (one) => [one.name, given.path?.[one.name] ?? this.pool.offered.valuesFor(operation, one)[0]] as const,
    )
    if (path.some(([, value]) => value === undefined)) return undefined
    const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
    const { schemas } = this.api.surface
    const draft = draftOf(content?.schema, schemas, given.smallest ?? false, (name) =>
      name.endsWith('_id') ? this.#oneOf(this.pool.offered.memberValues(name)) : undefined,
    )
    const value = { ...draft, ...given.body }
    return {
      call: {
        operation,
        path: Object.fromEntries(path),
        query: given.query ?? {},
        header: {},
        cookie: {},
        ...(mediaType !== undefined && { body: { mediaType, value } }),
      },
      expectation: 'valid',
    }
  }

  #oneOf(values: readonly unknown[]): unknown {
    return values[Math.floor(this.random() * values.length)]
  }

  random(): number {
    this.#draws = (this.#draws * 48_271) % 2_147_483_647
    return this.#draws / 2_147_483_647
  }
}

const serverError = (observed: Observed): ExploreViolation => ({
  rule: 'answers/server-error',
  message: 'it fails',
  expected: 'no failure',
  cause: `fails ${observed.case.call.operation.operationId}`,
  steps: [observed],
})
