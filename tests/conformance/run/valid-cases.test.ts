import { expect, test } from 'vitest'
import { exploredApi, operationIn } from '../../support/explored-api.js'
import { observed, type Row } from '../support/observed.js'
import { sessionOf } from '../support/session.js'

const document = `
openapi: 3.1.0
info: { title: Zones, version: '1' }
paths:
  /zones:
    get:
      parameters:
        - { name: kind, in: query, required: true, schema: { enum: [a] } }
        - { name: size, in: query, schema: { enum: [1] } }
        - { name: owner, in: query, schema: { enum: [b] } }
        - { name: X-Trace, in: header, schema: { enum: [c] } }
      responses: { '200': { description: zones } }
`

const all = ['X-Trace', 'kind', 'owner', 'size']

test.each<[string, Row | undefined, string[]]>([
  ['all optional parameters before one succeeded', undefined, all],
  ['those of a call that succeeded', { query: { kind: 'a', size: 1 } }, ['kind', 'size']],
  ['those that are required', {}, ['kind']],
  [
    'those of a call that succeeded with all',
    { query: { owner: 'b', size: 1 }, header: { 'X-Trace': 'c' } },
    all,
  ],
])('further valid cases have %s', async (_, row, expected) => {
  const api = await exploredApi(document)
  const zones = operationIn(api)
  const session = sessionOf(api)
  if (row) session.accepted.look(observed(api, zones, row))
  const { query = {}, header = {} } = (await session.validCase(zones, { full: true }))?.call ?? {}
  expect(Object.keys({ ...query, ...header }).toSorted()).toEqual(expected)
})
