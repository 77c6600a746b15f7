import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { compile, costOf } from '../support/compile.js'
import { generateOne } from './support/generated.js'

// The cost of declarations for a compiler: files that it reads, types that it makes.

const document = (count: number): object => ({
  openapi: '3.1.0',
  info: { title: 'It', version: '1' },
  paths: {
    '/it': {
      parameters: [{ $ref: '#/components/parameters/Shared' }],
      get: {
        operationId: 'getIt',
        responses: {
          200: { description: 'It', content: { 'application/json': { schema: ref(0) } } },
          400: { $ref: '#/components/responses/Refused' },
        },
      },
    },
  },
  components: {
    parameters: {
      Shared: { name: 'shared', in: 'query', description: 'Said of it', schema: { type: 'string' } },
    },
    responses: { Refused: { description: 'Said of a refusal' } },
    schemas: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `S${index}`,
        {
          type: 'object',
          properties: { id: { type: 'string', readOnly: true }, next: ref((index + 1) % count) },
        },
      ]),
    ),
  },
})

const ref = (index: number): object => ({ $ref: `#/components/schemas/S${index}` })

let files: readonly OutputFile[]

const textOf = (path: string): string => files.find((file) => file.path === path)?.content ?? ''

beforeAll(async () => {
  files = (await generateOne(document(20))).files
})

describe('the compiler', () => {
  it('reads as many files for many schemas as for one', async () => {
    const code = "export { S0 } from './it/validators.js'\nexport { getIt } from './it/index.js'\n"
    const few = await generateOne(document(1))
    expect(costOf(files, code).read).toEqual(costOf(few.files, code).read)
  })

  it('does not work out the types of all globals for the client', () => {
    const none = costOf([], 'export {}\n')
    const client = costOf(files, "export type { Client } from './it/client.js'\n")
    expect(client.types - none.types).toBeLessThan(1500)
  })

  it('finds what validators prove in each direction, and no helper', () => {
    const code = `
      import { S1, S1_request } from './it/validators.js'
      // @ts-expect-error the short names are not exported
      import type { schemas } from './it/types.js'
      export type Used = schemas
      export const idOf = (value: unknown): string | undefined => (S1(value) ? value.id : undefined)
      // @ts-expect-error requests have no id
      export const sentId = (value: unknown) => (S1_request(value) ? value.id : undefined)`
    expect(compile([...files, { path: 'code.ts', content: code }])).toEqual([])
  })
})

describe('printed are', () => {
  it('types of validators by the names of components', () => {
    const text = textOf('it/validators.d.ts')
    expect(text).toContain('const S1: StandardValidator<schemas.S1>')
    expect(text).toContain('const S1_request: StandardValidator<requests["S1"]>')
  })

  it.each(['Said of it', 'Said of a refusal'])('comments where they are read: %s', (text) => {
    const [paths = '', rest = ''] = textOf('it/types.d.ts').split('export interface components')
    expect(paths).not.toContain(text)
    expect(rest).toContain(text)
  })

  it('one declaration for each module of the runtime', () => {
    const declared = files.map(({ path }) => path).filter((path) => /^runtime\/.*\.d\.ts$/.test(path))
    const modules = ['client', 'surface', 'validators', 'webhooks'].map((name) => `runtime/${name}.d.ts`)
    expect(declared).toEqual(modules)
  })
})
