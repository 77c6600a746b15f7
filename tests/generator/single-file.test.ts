import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateOne, repository } from './support/generated.js'
import { compile } from '../support/compile.js'

const reference = readFileSync(join(repository, 'dist/specs/2026-08-01.json'), 'utf8')

const program = (schemas: string): string => `
  import type { components, operations, paths } from './it.js'
  import type { Customer } from './it.js'
  export const same = (customer: components['schemas']['Customer']): Customer => customer
  export type Body = paths['/customers']['post']['requestBody']['content']
  export type Answer = operations['createCustomer']['responses'][201]
  // @ts-expect-error
  export const wrong: Customer = { id: ${schemas} }
`

describe('types in one file', () => {
  it('are the only file beside the manifest, import nothing and compile', async () => {
    const { files } = await generateOne(reference, { singleFile: true })
    expect(files.map(({ path }) => path)).toEqual(['it.d.ts', 'rampart.generated.json'])
    expect(files[0]?.content).not.toMatch(/^import /m)
    expect(compile([...files, { path: 'program.ts', content: program('7') }])).toEqual([])
  })

  it.each([true, false])('have types of requests only where readOnly is %s', async (readOnly) => {
    const it = { type: 'object', properties: { id: { type: 'string', readOnly } } }
    const document = {
      openapi: '3.1.0',
      info: { title: '', version: '1' },
      components: { schemas: { It: it } },
    }
    const { files } = await generateOne(document, { singleFile: true })
    expect(/^export \w+ requests/m.test(files[0]?.content ?? '')).toBe(readOnly)
  })
})
