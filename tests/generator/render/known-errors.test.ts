import { expect, it } from 'vitest'
import { knownErrors } from '../../../generator/render/client-operation.js'
import type { JsonSchema } from '../../../runtime/surface.js'
import { tableIn, withReferences } from '../../support/table.js'
import { operation } from './operation.js'

type Schemas = Readonly<Record<string, JsonSchema>>

const { rows } = withReferences(tableIn(import.meta.dirname, 'known-errors.yaml')) as {
  readonly rows: readonly (readonly [what: string, answers: Schemas, schemas: Schemas, known: object])[]
}

it.each(rows)('%s', (_what, answers, schemas, known) => {
  const responses = Object.entries(answers).map(([status, schema]) => {
    const content = { 'application/json': { pointer: '#', schema } }
    return [status, { pointer: '#', headers: {}, content }] as const
  })
  const it = operation({ responses: Object.fromEntries(responses) })
  expect(knownErrors({ operations: { it }, schemas })).toEqual(known)
})
