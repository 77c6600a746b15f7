import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../generator/load/load.js'
import { resolvePointer } from '../../../document/index.js'
import { schemasDocument } from '../support/documents.js'
import { failureOf } from '../support/failure.js'
import { temporaryFolder } from '../support/generated.js'

const folder = temporaryFolder()
const load = (schemas: object) =>
  loadDocument({
    name: 'api',
    file: join(folder, 'api.json'),
    text: JSON.stringify(schemasDocument(schemas)),
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

  it('are all reported when they do not resolve', async () => {
    const failure = await failureOf(
      load({ A: { $ref: './gone.yaml#/A' }, B: { $ref: './parts.yaml#/Gone' } }),
    )
    expect(failure.code).toBe('DOCUMENT_INVALID')
    expect(failure.problems.map(({ where }) => where?.pointer)).toEqual([
      '#/components/schemas/A',
      '#/components/schemas/B',
    ])
    expect(failure.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('"./gone.yaml#/A" names nothing: ENOENT'),
      '"./parts.yaml#/Gone" names nothing',
    ])
  })

  it('are reported with the file that they stand in', async () => {
    writeFileSync(join(folder, 'inner.yaml'), 'A: {properties: {b: {$ref: "#/Gone"}}}\n')
    const failure = await failureOf(load({ A: { $ref: './inner.yaml#/A' } }))
    expect(failure.problems.map(({ where, message }) => [where, message])).toEqual([
      [{ file: join(folder, 'inner.yaml'), pointer: '#/A/properties/b' }, '"#/Gone" names nothing'],
    ])
  })

  it.each([
    ['http://127.0.0.1:9/a.json', 'the host 127.0.0.1:9, which is not allowed'],
    ['https://example.com/a.json#/A', 'the host example.com, which is not allowed'],
    ['file:///etc/hosts', 'a file: URL'],
    ['/etc/hosts', 'out of the folder of the document'],
    ['../../../../../../etc/hosts', 'out of the folder of the document'],
  ])('are refused when they lead elsewhere: %s', async (ref, reason) => {
    const failure = await failureOf(load({ A: { $ref: ref } }))
    expect(failure.code).toBe('DOCUMENT_INVALID')
    expect(failure.problems).toHaveLength(1)
    expect(failure.problems[0]?.message).toContain(reason)
    expect(failure.problems[0]?.where?.pointer).toBe('#/components/schemas/A')
  })

  it.skipIf(process.platform === 'win32')(
    'are refused when they lead to a pipe, which may have no end',
    async () => {
      execFileSync('mkfifo', [join(folder, 'pipe.json')])
      const failure = await failureOf(load({ A: { $ref: './pipe.json#/A' } }))
      expect(failure.problems.map(({ message }) => message)).toMatchObject([
        expect.stringContaining('no file'),
      ])
    },
  )
})
