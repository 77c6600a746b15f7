import type { Method, Operation } from '../../../runtime/surface.js'
import type { Api, Call, Case, Deviation, Observed, Tolerances } from '../../../conformance/model/case.js'
import { targetOf } from '../../../conformance/resources/paths.js'

/** The unusual parts of a call and its response. */
export interface Row {
  readonly path?: Call['path']
  readonly query?: Call['query']
  readonly header?: Call['header']
  readonly method?: Method
  readonly target?: string
  readonly credentials?: Call['credentials']
  readonly accept?: string
  /** The value of the body that is sent, or `none` in place of the one that is usual. */
  readonly send?: unknown
  readonly as?: string
  /** The text of the body that is sent, where it is not that of its value. */
  readonly raw?: string
  /** The number of letters of the name in the sent body. */
  readonly longName?: number
  readonly expectation?: Case['expectation']
  /** Location, pointer to the value, and keyword of a deviation; and words that are not `is wrong`. */
  readonly wrong?: readonly [Deviation['in'], string, string, string?]
  readonly coercible?: true
  /** The kind of an odd value, which the name in the body has. */
  readonly odd?: keyof typeof oddities
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

const oddities = { nul: 'a\0', quotes: `"a"`, fraction: 0.5 } as const

const deviationOf = ({ wrong, coercible }: Row): Deviation | undefined => {
  if (!wrong) return undefined
  const [where, at, keyword, says = 'is wrong'] = wrong
  const pointer = where === 'body' ? `#/components/schemas/NewItem/properties${at}` : '#/x'
  return { in: where, at, keyword, pointer, says, ...(coercible && { isCoercible: true }) }
}

const bodyOf = (row: Row): Call['body'] => {
  const { longName, odd, as = 'application/json', raw } = row
  const { send = longName === undefined ? odd && { name: oddities[odd] } : { name: 'x'.repeat(longName) } } =
    row
  if (send === undefined || send === 'none') return undefined
  return { mediaType: as, value: send, ...(raw !== undefined && { raw }) }
}

/** The case of a row: a call of the operation, and the expectation. Every path parameter is 7. */
export const caseOf = (operation: Operation, row: Row = {}): Case => {
  const { query = {}, header = {}, method, target, credentials, accept, expectation } = row
  const path = Object.fromEntries(
    [...operation.path.matchAll(/\{(.*?)\}/g)].map(([, name = '']) => [name, '7']),
  )
  const [body, deviation] = [bodyOf(row), deviationOf(row)]
  const call: Call = {
    operation,
    path: row.path ?? path,
    query,
    header,
    cookie: {},
    ...(method && { method }),
    ...(target !== undefined && { target }),
    ...(credentials && { credentials }),
    ...(accept !== undefined && { accept }),
    ...(body && { body }),
  }
  return {
    call,
    expectation: expectation ?? (deviation ? 'invalid' : 'valid'),
    ...(deviation && { deviation }),
  }
}

/** A case that was sent, by default that of the row, with its response. */
export const observed = (
  api: Api,
  operation: Operation,
  row: Row = {},
  sent = caseOf(operation, row),
): Observed => {
  const { status = 200, type = 'application/json', headers = {}, body = '', noAnswer, tolerances } = row
  const { call } = sent
  return {
    api,
    case: sent,
    exchange: {
      request: {
        method: (call.method ?? operation.method).toUpperCase(),
        url: api.baseUrl + targetOf(operation.path, call.path),
        headers: [],
        ...(call.body && { body: JSON.stringify(call.body.value) }),
      },
      response: {
        status: noAnswer === undefined ? status : 0,
        headers: [...(type === null ? [] : [['content-type', type] as const]), ...Object.entries(headers)],
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      target: 'api',
      sentAt: 0,
      isReplay: row.isReplay ?? false,
      ...(row.isGuess && { isGuess: true }),
    },
    durationMs: 1,
    ...(noAnswer !== undefined && { noAnswer }),
    ...(tolerances && { tolerances }),
  }
}
