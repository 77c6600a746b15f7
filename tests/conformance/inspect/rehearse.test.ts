import { expect, test } from 'vitest'
import { rehearseRecording } from '../../../conformance/index.js'
import { exploredApi } from '../../support/explored-api.js'
import { tableIn } from '../../support/table.js'
import { harOf, line, recordingOf } from './har.js'

interface Call {
  readonly call?: string
  readonly version?: string
  readonly type?: string
  /** The header X-Tag; none where it is empty. */
  readonly tag?: string
  /** Null for no body. */
  readonly sent?: unknown
  readonly status?: number
  readonly body?: unknown
}

const { documents, rows } = tableIn<{
  readonly documents: readonly [older: object, newer: object]
  readonly rows: readonly [string, Call, string[]][]
}>(import.meta.dirname, 'rehearse.yaml')

const older = await exploredApi(documents[0], { version: 'before' })
const newer = await exploredApi(documents[1], { version: 'after' })

const entryOf = ({ call = 'POST /pets', version = '1', type = 'application/json', ...given }: Call) => {
  const { tag = 'a', sent = { kind: 'cat' }, status = 200, body = { id: 1 } } = given
  const [method, path] = call.split(' ')
  const postData = { mimeType: type, text: JSON.stringify(sent) }
  const headers = [
    line('X-API-Version', version),
    line('Content-Type', type),
    ...(tag === '' ? [] : [line('X-Tag', tag)]),
  ]
  const content = { mimeType: 'application/json', text: JSON.stringify(body) }
  return {
    startedDateTime: '2026-09-01T12:00:00.000Z',
    request: { method, url: `http://pets.test${path}`, headers, ...(sent !== null && { postData }) },
    response: { status, headers: [line('Content-Type', 'application/json')], content, bodySize: -1 },
  }
}

test.each(rows)('%s', async (_, call, wanted) => {
  const plan = { apis: [older, newer], versions: ['1', '2'], defaultVersion: undefined } as const
  const { findings } = await rehearseRecording(plan, recordingOf(harOf([entryOf(call)])))
  const lines = findings.map(({ kind, status, message, advice }) =>
    [kind, ...(status === undefined ? [] : [status]), `${message} -> ${advice}`].join(' '),
  )
  expect(lines).toEqual(wanted)
})
