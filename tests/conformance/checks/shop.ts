import type { Method } from '../../../runtime/surface.js'
import type { Api, Call, Case, Deviation, Observed, Tolerances } from '../../../conformance/model/case.js'
import { exploredApi } from '../../support/explored-api.js'
import { tableIn } from '../../support/table.js'

/** A document with one of each that answers and requests are judged by. */
export const shop: Api = await exploredApi(tableIn(import.meta.dirname, 'shop.yaml'))

/** Deviations of a call, a case and an answer from the usual ones. */
export interface Telling {
  readonly call?: Partial<Omit<Call, 'operation'>>
  readonly case?: Partial<Omit<Case, 'call'>>
  readonly status?: number
  readonly type?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown
  readonly noAnswer?: 'broken' | 'timeout' | 'unread'
  readonly isReplay?: boolean
  readonly isGuess?: true
  readonly tolerances?: Tolerances
}

const pathOf = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replaceAll(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))

/** A call of an operation with its answer. */
export const seen = (operationId: string, telling: Telling = {}): Observed => {
  const operation = shop.surface.operations[operationId]
  if (!operation) throw new RangeError(operationId)
  const path = operation.path.includes('{') ? { id: '7' } : {}
  const call: Call = { operation, path, query: {}, header: {}, cookie: {}, ...telling.call }
  const { status = 200, body = '', type = 'application/json', noAnswer } = telling
  const method: Method = call.method ?? operation.method
  return {
    api: shop,
    case: { call, expectation: 'valid', ...telling.case },
    exchange: {
      request: {
        method: method.toUpperCase(),
        url: `${shop.baseUrl}${pathOf(operation.path, call.path)}`,
        headers: [],
        ...(call.body && { body: JSON.stringify(call.body.value) }),
      },
      response: {
        status: noAnswer === undefined ? status : 0,
        headers: [
          ...(type === null ? [] : [['content-type', type] as const]),
          ...Object.entries(telling.headers ?? {}),
        ],
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      target: 'api',
      sentAt: 0,
      isReplay: telling.isReplay ?? false,
      ...(telling.isGuess && { isGuess: true }),
    },
    durationMs: 1,
    ...(noAnswer !== undefined && { noAnswer }),
    ...(telling.tolerances && { tolerances: telling.tolerances }),
  }
}

/** A row of a table of exchanges: what is not as usual, without the levels of a telling. */
export interface Row extends Omit<Telling, 'call' | 'case'> {
  readonly path?: Call['path']
  readonly query?: Call['query']
  readonly header?: Call['header']
  readonly method?: Method
  readonly credentials?: 'none' | 'wrong'
  /** The value of the body that is sent, or `none` in place of the one that is usual. */
  readonly send?: unknown
  readonly as?: string
  /** So many letters has the name in the body that is sent. */
  readonly longName?: number
  readonly expectation?: Case['expectation']
  /** Location, pointer to the value, and keyword of a deviation; and words that are not `is wrong`. */
  readonly wrong?: readonly [Deviation['in'], string, string, string?]
  readonly coercible?: true
  /** The kind of an odd value, which the name in the body has. */
  readonly odd?: keyof typeof oddities
}

const oddities = { nul: 'a\0', quotes: `"a"`, fraction: 0.5 } as const

const deviationOf = ({ wrong, coercible }: Row): Deviation | undefined => {
  if (!wrong) return undefined
  const [where, at, keyword, says = 'is wrong'] = wrong
  const pointer = where === 'body' ? `#/components/schemas/NewItem/properties${at}` : '#/x'
  return { in: where, at, keyword, pointer, says, ...(coercible && { isCoercible: true }) }
}

/** The call and its response that a row of a table tells of. */
export const seenAs = (operationId: string, row: Row): Observed => {
  const {
    path,
    query,
    header,
    method,
    credentials,
    longName,
    odd,
    send = longName === undefined ? odd && { name: oddities[odd] } : { name: 'x'.repeat(longName) },
    as = 'application/json',
    expectation,
    ...rest
  } = row
  const deviation = deviationOf(row)
  const call = {
    ...(path && { path }),
    ...(query && { query }),
    ...(header && { header }),
    ...(method && { method }),
    ...(credentials && { credentials }),
    ...(send !== undefined && send !== 'none' && { body: { mediaType: as, value: send } }),
  }
  const told = {
    ...(expectation ? { expectation } : deviation && { expectation: 'invalid' as const }),
    ...(deviation && { deviation }),
  }
  return seen(operationId, { ...rest, call, case: told })
}
