import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { compile, costOf } from './support/compile.js'
import { generateOne } from './support/generated.js'

// What declarations cost whoever compiles them: files that are read, types that are made.

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
  it('reads no file for each schema to know the validators by name', async () => {
    const code = "export { S0 } from './it/validators/index.js'\n"
    const few = await generateOne(document(1))
    expect(costOf(files, code).read).toEqual(costOf(few.files, code).read)
  })

  it('does not work out the types of all globals for the client', () => {
    const none = costOf([], 'export {}\n')
    const client = costOf(files, "export type { Client } from './runtime/client/index.js'\n")
    expect(client.types - none.types).toBeLessThan(1500)
  })

  it('finds what single modules hand on, and no helper', () => {
    const code = `
      import isIt from './it/validators/schemas/S1.response.js'
      import isSent from './it/validators/schemas/S1.request.js'
      // @ts-expect-error the short names are for the file alone
      import type { schemas } from './it/types.js'
      export type Used = schemas
      export const idOf = (value: unknown): string | undefined => (isIt(value) ? value.id : undefined)
      // @ts-expect-error requests have no id
      export const sentId = (value: unknown) => (isSent(value) ? value.id : undefined)`
    expect(compile([...files, { path: 'code.ts', content: code }])).toEqual([])
  })
})

describe('printed are', () => {
  it('components by short names', () => {
    expect(textOf('it/types.d.ts')).not.toContain('components["schemas"]["')
    expect(textOf('it/types.d.ts')).toContain('schemas["S0"]')
    expect(textOf('it/validators/index.d.ts')).toContain('S1_request: StandardValidator<requests["S1"]>')
  })

  it.each(['Said of it', 'Said of a refusal'])('comments where they are read: %s', (text) => {
    const [paths = '', rest = ''] = textOf('it/types.d.ts').split('export interface components')
    expect(paths).not.toContain(text)
    expect(rest).toContain(text)
  })

  it('declarations of the parts of the runtime that are referred to', () => {
    const declared = files.map(({ path }) => path).filter((path) => /^runtime\/.*\.d\.ts$/.test(path))
    expect(declared).toEqual(expect.arrayContaining(['runtime/problems.d.ts', 'runtime/client/index.d.ts']))
    expect(declared).not.toContain('runtime/fail.d.ts')
    expect(declared).not.toContain('runtime/client/attempt.d.ts')
  })
})
