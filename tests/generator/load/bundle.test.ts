import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../generator/load/load.js'
import { resolvePointer } from '../../../document/index.js'
import { schemasDocument } from '../support/documents.js'
import { errorOf } from '../../support/failure.js'
import { sharedFolder } from '../../support/folder.js'

const folder = sharedFolder()
const load = (schemas: object, more: object = {}) =>
  loadDocument({
    name: 'api',
    file: join(folder, 'api.json'),
    text: JSON.stringify({ ...schemasDocument(schemas), ...more }),
  })

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
