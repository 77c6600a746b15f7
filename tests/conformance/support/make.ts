import type { Api, Call } from '../../../conformance/model/case.js'
import type { Operation, Parameter, ResponseObject, Surface } from '../../../runtime/surface.js'
import type { Exchange, HeaderList } from '../../../conformance/exchange/exchange.js'
import { type Report, type RuleResult, requestCount } from '../../../conformance/model/report.js'
import type { Observation } from '../../../conformance/model/observation.js'
import type { CredentialSource } from '../../../conformance/requests/write-request.js'

/** Differences of an exchange from a plain one. */
export interface Telling {
  readonly method?: string
  readonly url?: string
  readonly asked?: HeaderList
  readonly sent?: string
  readonly status?: number
  readonly headers?: HeaderList
  readonly body?: string
  readonly isReplay?: boolean
  readonly target?: Exchange['target']
}

/** Credentials that add nothing to a request. */
export const nobody: CredentialSource = { apply: () => ({ headers: [], query: [], cookies: [] }) }

export const jsonHeaders: HeaderList = [['content-type', 'application/json']]

/** An exchange: by default GET of the terms under 2026-08-01, with 200 and an empty list. */
export const exchangeOf = (telling: Telling = {}): Exchange => ({
  request: {
    method: telling.method ?? 'GET',
    url: telling.url ?? 'https://api.example/api/terms-and-conditions?country=DEU',
    headers: telling.asked ?? [['x-api-version', '2026-08-01']],
    ...(telling.sent === undefined ? {} : { body: telling.sent }),
  },
  response: {
    status: telling.status ?? 200,
    headers: telling.headers ?? jsonHeaders,
    body: telling.body ?? '[]',
  },
  operationId: 'getTerms',
  target: telling.target ?? 'api',
  sentAt: Date.parse('2026-09-01T12:00:00Z'),
  isReplay: telling.isReplay ?? false,
})

/** An operation of no document in particular. */
export const operationOf = (changes: Partial<Operation> = {}): Operation => ({
  operationId: 'getTerms',
  method: 'get',
  path: '/terms-and-conditions',
  servers: ['/api'],
  pointer: '#/paths/~1terms-and-conditions/get',
  tags: ['TermsAndConditions'],
  deprecated: false,
  security: [{ key: [] }],
  parameters: [],
  responses: {},
  ...changes,
})

export const responseOf = (changes: Partial<ResponseObject> = {}): ResponseObject => ({
  pointer: '#/paths/~1terms-and-conditions/get/responses/200',
  headers: {},
  content: {},
  ...changes,
})

/** A surface with the given operations, named by their index. */
export const surfaceOf = (operations: readonly Operation[], changes: Partial<Surface> = {}): Surface => ({
  version: '2026-08-01',
  title: 'A service',
  sha256: '0'.repeat(64),
  operations: Object.fromEntries(operations.map((operation, index) => [`operation${index}`, operation])),
  webhooks: {},
  securitySchemes: {},
  schemas: {},
  validator: () => Promise.reject(new RangeError('no validators here')),
  schemaValidators: {},
  ...changes,
})

/** A parameter in the style that its location usually has. */
export const parameterOf = (own: Partial<Parameter> & Pick<Parameter, 'name' | 'in'>): Parameter => {
  const isForm = own.in === 'query' || own.in === 'cookie'
  return {
    pointer: '#/p',
    required: own.in === 'path',
    deprecated: false,
    style: isForm ? 'form' : 'simple',
    explode: isForm,
    allowReserved: false,
    ...own,
  }
}

/** A service of these operations. */
export const apiOf = (operations: readonly Operation[], own: Partial<Api> = {}): Api => ({
  version: 'test',
  baseUrl: 'http://localhost:1',
  operations,
  document: {},
  surface: surfaceOf(operations),
  ...own,
})

/** A call of an operation without anything. */
export const callOf = (operation: Operation, own: Partial<Call> = {}): Call => ({
  operation,
  path: {},
  query: {},
  header: {},
  cookie: {},
  ...own,
})

/** An exchange as an observer gets it. */
export const observationOf = (exchange: Exchange, changes: Partial<Observation> = {}): Observation => ({
  mayServe: [],
  exchange,
  version: '2026-08-01',
  route: 'get /terms-and-conditions',
  operation: operationOf(),
  declared: async () => undefined,
  api: undefined,
  tolerances: {},
  ...changes,
})

/** The result of one rule. */
export const resultOf = (changes: Partial<RuleResult> = {}): RuleResult => ({
  id: 'versioning/vary',
  title: 'Vary names the version header',
  section: 'Versioning 4',
  statement: 'Every answer varies.',
  version: '2026-08-01',
  severity: 'error',
  state: 'passed',
  requests: requestCount(2),
  findings: [],
  ...changes,
})

/** A report of the results given. */
export const reportOf = (results: readonly RuleResult[]): Report => ({
  reportVersion: 2,
  tool: { name: 'rampart', version: '0.0.0' },
  target: { baseUrl: 'https://api.example/api', specUrl: 'https://api.example' },
  startedAt: '2026-09-01T12:00:00.000Z',
  durationMs: 1234,
  versions: ['*', '2026-08-01'].map((version) => ({ version, requests: requestCount(7), durationMs: 600 })),
  results,
})
