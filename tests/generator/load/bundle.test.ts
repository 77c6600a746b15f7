import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RampartError } from '../../../diagnostics/index.js'
import { loadDocument, type LoadOptions } from '../../../generator/load/load.js'
import { resolvePointer } from '../../../document/index.js'
import { schemasDocument } from '../support/documents.js'
import { errorOf } from '../../support/failure.js'
import { sharedFolder } from '../../support/folder.js'
import { startServer } from '../../support/loopback.js'

const folder = sharedFolder()
const load = (schemas: object, more: object = {}, options: LoadOptions = {}) => {
  const text = JSON.stringify({ ...schemasDocument(schemas), ...more })
  return loadDocument({ name: 'api', file: join(folder, 'api.json'), text }, options)
}

describe('references to other files', () => {
  it('are brought into one tree, though the document itself need not be on disk', async () => {
    writeFileSync(
      join(folder, 'parts.yaml'),
      'Money:\n  type: object\n  properties:\n    amount: {$ref: "#/Amount"}\nAmount: {type: string}\n',
    )
    const { root } = await load({ Quote: { $ref: './parts.yaml#/Money' } })
    const quote = resolvePointer(root, '#/components/schemas/Quote')
    const money =
      quote && typeof quote === 'object' && '$ref' in quote ? resolvePointer(root, String(quote.$ref)) : quote
    expect(money).toMatchObject({ type: 'object', properties: { amount: {} } })
    expect(JSON.stringify(root)).not.toContain('parts.yaml')
  })

  it('are brought into webhooks, by the name that OpenAPI 3.0 has for them', async () => {
    writeFileSync(join(folder, 'hook.json'), JSON.stringify({ post: { responses: {} } }))
    const hooks = { openapi: '3.0.3', 'x-webhooks': { came: { $ref: './hook.json' } } }
    expect((await load({}, hooks)).root).toMatchObject({ webhooks: { came: { post: {} } } })
  })

  it.each([
    ['application/yaml; charset=utf-8', { type: 'string' }],
    ['text/plain', 'DOCUMENT_INVALID'],
  ])('at a URL without an ending are read if their media type says how: %s', async (type, expected) => {
    const { url } = await startServer((_request, response) =>
      response.setHeader('content-type', type).end('Money: { type: string }\n'),
    )
    const allowRefs = [new URL(url).host]
    const loading = load({ Quote: { $ref: `${url}/parts#/Money` } }, {}, { allowRefs })
    const found = await loading.then(
      ({ root }) => resolvePointer(root, '#/components/schemas/Money'),
      ({ code }: RampartError) => code,
    )
    expect(found).toEqual(expected)
  })

  it.skipIf(process.platform === 'win32')(
    'are refused when they lead to a pipe, which may have no end',
    async () => {
      execFileSync('mkfifo', [join(folder, 'pipe.json')])
      const failure = await errorOf(load({ A: { $ref: './pipe.json#/A' } }))
      expect(failure.problems.map(({ message }) => message)).toMatchObject([
        expect.stringContaining('it does not lead to a file'),
      ])
    },
  )
})
