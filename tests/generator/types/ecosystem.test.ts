import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDocument } from '../../../generator/load/load.js'
import type { LoadedDocument } from '../../../generator/model/document.js'
import { browser, compile } from '../../support/compile.js'
import { repository } from '../support/generated.js'
import { filesOf } from './support.js'

const file = join(repository, 'dist/specs', '2026-08-01.json')

/** Programs as users write them, with packages that know nothing of us. */
const programs: Readonly<Record<string, string>> = {
  'openapi-fetch': `
    import createClient from 'openapi-fetch'
    import type { components, paths } from './types.js'
    type Schemas = components['schemas']
    const client = createClient<paths>({ baseUrl: 'http://localhost' })

    export const read = async (): Promise<readonly Schemas['Customer'][]> => {
      const query = { page_size: 10, status: ['Active'], customer_type: ['Person'] } as const
      const { data, error, response } = await client.GET('/customers', {
        params: { query: { ...query, status: [...query.status], customer_type: [...query.customer_type] } },
      })
      if (data === undefined) {
        if (typeof error === 'string') throw new Error(error)
        if ('trace_id' in error) throw new Error(error.trace_id)
        const supported: readonly string[] = error.supported
        throw new Error(response.status + supported.join())
      }
      return data.items
    }

    export const one = async (id: string): Promise<'Business' | 'Person'> => {
      const { data } = await client.GET('/customers/{id}', { params: { path: { id } } })
      const kind = data?.customer_type ?? 'Person'
      switch (kind) {
        case 'Business':
        case 'Person':
          return kind
      }
    }

    export const write = async (): Promise<string | undefined> => {
      const body: Schemas['CreateCustomerParams'] = { customer_type: 'Person', email: 'a@b.test', name: 'Ada' }
      const { data } = await client.POST('/customers', {
        params: { header: { 'IDEMPOTENCY-KEY': 'k' } },
        body,
      })
      return data?.id
    }

    export const wrong = (): unknown => [
      // @ts-expect-error there is no such path
      client.GET('/nothing'),
      // @ts-expect-error the path has a parameter
      client.GET('/customers/{id}'),
      // @ts-expect-error a size is a number
      client.GET('/customers', { params: { query: { page_size: 'ten' } } }),
      // @ts-expect-error no customer is of this kind
      client.GET('/customers', { params: { query: { customer_type: ['Robot'] } } }),
      // @ts-expect-error a customer has a kind
      client.POST('/customers', { body: { email: 'a@b.test', name: 'Ada' } }),
      // @ts-expect-error the path has no such method
      client.DELETE('/customers'),
    ]

    export const unnarrowed = async (): Promise<unknown> => {
      const { data } = await client.GET('/customers')
      // @ts-expect-error there may be an error instead
      return data.items
    }
  `,
  'openapi-react-query': `
    import createFetchClient from 'openapi-fetch'
    import createClient from 'openapi-react-query'
    import type { components, paths } from './types.js'
    const api = createClient(createFetchClient<paths>())

    export const useCustomer = (id: string): components['schemas']['Customer'] | undefined => {
      const { data, error } = api.useQuery('get', '/customers/{id}', { params: { path: { id } } })
      if (error !== null && typeof error === 'object' && 'reason' in error) throw new Error(error.reason)
      return data
    }

    export const useCreation = (): (() => void) => {
      const { mutate } = api.useMutation('post', '/customers')
      return () => mutate({ body: { customer_type: 'Person', email: 'a@b.test', name: 'Ada' } })
    }

    export const useWrong = (): unknown => [
      // @ts-expect-error the path has a parameter
      api.useQuery('get', '/customers/{id}', {}),
      // @ts-expect-error the path has no such method
      api.useQuery('delete', '/customers'),
      // @ts-expect-error a customer is no text
      api.useQuery('get', '/customers/{id}', { params: { path: { id: '' } } }).data satisfies string | undefined,
    ]
  `,
}

/** A client that reads an open enumeration. */
const growing = `
  import createClient from 'openapi-fetch'
  import type { paths } from './types.js'
  export const read = async (): Promise<string | undefined> => {
    const { data } = await createClient<paths>().GET('/customers/{id}', { params: { path: { id: '' } } })
    const kind: string | undefined = data?.customer_type
    return kind
  }
`

const read = (name: string): Promise<LoadedDocument> =>
  loadDocument({ name, file, text: readFileSync(file, 'utf8') })

describe('on our types', () => {
  let diagnostics: readonly string[]

  beforeAll(async () => {
    const code = Object.entries(programs).map(([name, content]) => ({ path: `it/${name}.ts`, content }))
    diagnostics = compile([...(await filesOf(await read('it'))), ...code], browser)
  })

  it.each(Object.keys(programs))('a program for %s compiles, and a wrong one does not', (name) => {
    expect(diagnostics.filter((line) => line.startsWith(`it/${name}`))).toEqual([])
  })

  it('the compiler has nothing else to say', () => {
    expect(diagnostics).toEqual([])
  })
})

describe('on types whose enumerations are open', () => {
  it('a program for openapi-fetch reads text', async () => {
    const files = await filesOf(await read('it'), { openEnums: true })
    expect(compile([...files, { path: 'it/growing.ts', content: growing }], browser)).toEqual([])
  })
})
