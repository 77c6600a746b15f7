import { expect, it } from 'vitest'
import { schemasDocument } from '../support/documents.js'
import { sharedFolder } from '../../support/folder.js'
import { surfaceOf, validatorOf } from '../support/generated.js'

const folder = sharedFolder()

// Names of what the module uses, and words that name no constant.
const names =
  'Array Infinity Math Object Set data e fail formats isNaN judge keep standard under validators delete'

it.each(names.split(' '))('a schema named %s does not come in the way of the code', async (name) => {
  const own = {
    type: 'object',
    required: ['toString', 'kind'],
    properties: {
      toString: true,
      kind: { enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] },
      ratio: { type: 'number', multipleOf: 0.01, exclusiveMaximum: 1 },
      list: { type: 'array', uniqueItems: true },
    },
    additionalProperties: false,
  }
  const holder = {
    properties: { own: { anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] } },
  }
  const surface = await surfaceOf(folder, schemasDocument({ [name]: own, Holder: holder }))
  const [validate, holds] = await Promise.all([validatorOf(surface, name), validatorOf(surface, 'Holder')])
  const right = { toString: 1, kind: 'a', ratio: 0.13, list: [1] }
  expect([validate(right), validate({ ...right, kind: 'z' }), validate({ ...right, list: [1, 1] })]).toEqual([
    true,
    false,
    false,
  ])
  expect([holds({ own: right }), holds({ own: null }), holds({ own: {} })]).toEqual([true, true, false])
})
