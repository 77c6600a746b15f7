import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { generate } from '../../generator/index.js'
import { compile } from './support/compile.js'
import { parts, repository } from './support/generated.js'
import { referenceDocuments } from './support/public-documents.js'

// What a user writes with generated clients. Each text is a module beside them, compiled as strictly as possible.
const consumers: Readonly<Record<string, string>> = {
  'a status narrows the body': `
    import { createClient } from './2026-08-01/client.js'
    import type { components } from './2026-08-01/types.js'
    type Customer = components['schemas']['Customer']
    const client = createClient({ baseUrl: 'https://api.test/api', auth: { ApiKeyAuth: 'key' } })
    export const create = async (): Promise<Customer> => {
      const answer = await client.call('createCustomer', { body: { customer_type: 'Person', email: 'a@b.test', name: 'A' } })
      if (answer.status === 500) throw new Error(answer.body.trace_id)
      if (answer.status === 400) {
        const { body } = answer
        if (typeof body !== 'string') {
          const reason: 'version_unknown' | 'version_malformed' = body.reason
          throw new Error(reason + body.supported.join())
        }
        throw new Error(body)
      }
      if (answer.status === 401 || answer.status === 403) throw new Error(answer.body)
      if (!answer.ok) throw new Error(answer.body)
      const created: 201 = answer.status
      return { ...answer.body, id: answer.body.id + created }
    }
    export const wrong = async (): Promise<void> => {
      const answer = await client.call('createCustomer', { body: { customer_type: 'Person', email: 'a@b.test', name: 'A' } })
      // @ts-expect-error it is not known yet whether there is a customer
      void answer.body.id
      // @ts-expect-error no such status is documented
      if (answer.status === 418) void answer
      // @ts-expect-error a number is no promise
      const no: number = client.call('listSpecVersions')
      void no
    }`,

  'every answer is dealt with, or the compiler says so': `
    import { createClient } from './2026-08-01/client.js'
    const client = createClient({ baseUrl: 'https://api.test/api' })
    const never = (value: never): never => value
    export const text = async (): Promise<string> => {
      const answer = await client.call('getCustomerById', { path: { id: 'a' } })
      switch (answer.status) {
        case 200: return answer.body.id
        case 400: return typeof answer.body === 'string' ? answer.body : answer.body.reason
        case 401:
        case 403:
        case 404: return answer.body
        case 500: return answer.body.message
        default: return never(answer)
      }
    }`,

  'headers of the media types and of the security are not owed': `
    import { createClient } from './media/client.js'
    const client = createClient({ baseUrl: 'https://api.test/api' })
    export const calls = [
      () => client.call('typed', { headers: { 'X-Own': 'a' } }),
      () => client.call('typed', { headers: { 'X-Own': 'a', Accept: 'text/csv', 'content-type': 'text/csv', Authorization: 'b' } }),
      // @ts-expect-error it is text
      () => client.call('typed', { headers: { 'X-Own': 'a', Accept: 1 } }),
      // @ts-expect-error the other header is owed
      () => client.call('typed', { headers: { Accept: 'text/csv' } }),
    ]`,

  'a request has to be right': `
    import { createClient } from './2026-08-01/client.js'
    const client = createClient({ baseUrl: 'https://api.test/api' })
    export const calls = [
      () => client.call('getAllCustomers'),
      () => client.call('getAllCustomers', { query: { page_size: 10 }, headers: { 'X-SUB-PARTNER-ID': 'a' } }),
      () => client.call('getCustomerById', { path: { id: 'a' }, signal: new AbortController().signal }),
      () => client.call('resetSandbox', { idempotencyKey: 'a', timeout: 5, validate: 'both' }),
      // @ts-expect-error no such operation
      () => client.call('createCostumer', {}),
      // @ts-expect-error a webhook is not to be called
      () => client.call('onPing'),
      // @ts-expect-error a path parameter is missing
      () => client.call('getCustomerById', {}),
      // @ts-expect-error a request is required
      () => client.call('getCustomerById'),
      // @ts-expect-error a body is required
      () => client.call('createCustomer', {}),
      // @ts-expect-error a member of the body is missing
      () => client.call('createCustomer', { body: { customer_type: 'Person' } }),
      // @ts-expect-error the value is not one of the enumeration
      () => client.call('createCustomer', { body: { customer_type: 'Robot', email: 'a@b.test', name: 'A' } }),
      // @ts-expect-error it takes no body
      () => client.call('getCustomerById', { path: { id: 'a' }, body: {} }),
      // @ts-expect-error it has no such query parameter
      () => client.call('getAllCustomers', { query: { pagesize: 10 } }),
      // @ts-expect-error the client sends this header itself
      () => client.call('getAllCustomers', { headers: { 'X-API-Version': '2025-03-13' } }),
      // @ts-expect-error the client sends this header itself
      () => client.call('resetSandbox', { headers: { 'IDEMPOTENCY-KEY': 'a' } }),
    ]
    // @ts-expect-error the document does not say where the service is
    export const nowhere = createClient({})
    // @ts-expect-error no such scheme
    export const odd = createClient({ baseUrl: 'https://api.test/api', auth: { Basic: 'a' } })
    declare class AbortController { signal: { readonly aborted: boolean } }`,

  'structured errors are told apart by their code': `
    import { createClient, refusalOf } from './2026-08-01/client.js'
    const client = createClient({ baseUrl: 'https://api.test/api' })
    export const codes = async (body: never): Promise<readonly string[]> => {
      const answer = await client.call('createCustomerIdentificationV2', { path: { id: 'a' }, body })
      if (answer.ok || answer.status !== 400) return []
      const refusal = refusalOf(answer)
      if (refusal.kind === 'version') return refusal.supported
      if (refusal.kind === 'api') return [refusal.traceId]
      if (refusal.kind !== 'identification') return [refusal.message]
      return refusal.problems.map(({ code, beneficiary_index }) => {
        if (code === 'selfie_required') return String(beneficiary_index)
        // @ts-expect-error no such code
        if (code === 'selfy_required') return ''
        return code
      })
    }`,

  'a version is pinned for a call, or for many': `
    import { createClient, bodyOf } from './client.js'
    const client = createClient({ baseUrl: 'https://api.test/api', auth: { ApiKeyAuth: () => Promise.resolve('key') } })
    const newest = client.version('2026-08-01')
    export const calls = [
      () => newest.call('getCustomerById', { path: { id: 'a' } }),
      () => client.call('getCustomerById', { version: '2025-03-13', path: { id: 'a' } }),
      () => bodyOf(newest.call('getCustomerById', { path: { id: 'a' } })).then(({ id }) => id.length),
      // @ts-expect-error no such version
      () => client.version('2024-01-01'),
      // @ts-expect-error a version is missing
      () => client.call('getCustomerById', { path: { id: 'a' } }),
      // @ts-expect-error a path parameter is missing
      () => client.call('getCustomerById', { version: '2025-03-13' }),
      // @ts-expect-error no such operation
      () => client.call('getCustomer', { version: '2025-03-13', path: { id: 'a' } }),
    ]
    export const conflicts = async (): Promise<string> => {
      const before = await client.call('getCustomerRequiredSignings', { version: '2026-07-01', path: { id: 'a' } })
      if (before.status === 409) return before.body
      const since = await newest.call('getCustomerRequiredSignings', { path: { id: 'a' } })
      // @ts-expect-error this version does not answer so
      return since.status === 409 ? '' : ''
    }`,

  'bodies have the forms of their media types': `
    import { createClient } from './media/client.js'
    const client = createClient({})
    declare class Blob { readonly size: number; readonly type: string }
    export const calls = [
      () => client.call('send', { body: { name: 'a' } }),
      () => client.call('send', { body: { name: 'a', file: new Blob() }, contentType: 'multipart/form-data' }),
      () => client.call('send', { body: new Uint8Array(), contentType: 'application/octet-stream' }),
      // @ts-expect-error JSON has no files
      () => client.call('send', { body: { name: new Blob() } }),
      // @ts-expect-error no such media type
      () => client.call('send', { body: { name: 'a' }, contentType: 'text/csv' }),
      () => client.call('maybe'),
      () => client.call('maybe', { body: 'a' }),
    ]
    export const answers = async (): Promise<unknown[]> => {
      const sent = await client.call('send', { body: { name: 'a' } })
      if (sent.status === 200) for await (const { data } of sent.body) void data.length
      if (sent.status === 202) void sent.body.length
      if (sent.status === 204) { const nothing: undefined = sent.body; void nothing }
      if (sent.ok) return [sent.status]
      const code: '4XX' | 'default' = sent.status
      const detail: string = sent.body.detail
      // @ts-expect-error only named statuses can be asked for
      if (sent.status === 404) return []
      return [code, sent.httpStatus, detail]
    }
    export const only = async (): Promise<string | undefined> => {
      const answer = await client.call('maybe')
      // @ts-expect-error one description stands for success and refusal
      const ok: true = answer.ok
      void ok
      return answer.body.detail
    }`,
}

const problem = { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } }
const refusing = { description: 'No.', content: { 'application/problem+json': { schema: problem } } }
const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const form = { ...named, properties: { ...named.properties, file: { type: 'string', format: 'binary' } } }

const media = {
  openapi: '3.1.0',
  info: { title: 'Media', version: '1' },
  servers: [{ url: 'https://media.test' }],
  paths: {
    '/send': {
      post: {
        operationId: 'send',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': { schema: form },
            'application/json': { schema: named },
            'application/octet-stream': {},
          },
        },
        responses: {
          200: { description: 'Events.', content: { 'text/event-stream': {} } },
          202: { description: 'Text.', content: { 'text/plain': { schema: { type: 'string' } } } },
          204: { description: 'Nothing.' },
          '4XX': refusing,
          default: refusing,
        },
      },
    },
    '/typed': {
      get: {
        operationId: 'typed',
        parameters: ['Accept', 'content-type', 'Authorization', 'X-Own'].map((name) => ({
          name,
          in: 'header',
          required: true,
          schema: { type: 'string' },
        })),
        responses: { 204: { description: 'Nothing.' } },
      },
    },
    '/maybe': {
      post: {
        operationId: 'maybe',
        requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } },
        responses: { default: refusing },
      },
    },
  },
}

describe('code that uses generated clients', () => {
  let diagnostics: readonly string[]
  const fileOf = (index: number): string => `consumer-${index}.ts`

  beforeAll(async () => {
    const golden = readFileSync(join(repository, 'fixtures/generator/golden/input.yaml'), 'utf8')
    const dated = referenceDocuments()
    const { files } = await generate(dated, parts)
    const others = await generate(
      [
        { name: 'media', file: 'media.json', text: JSON.stringify(media) },
        { name: 'example', file: 'input.yaml', text: golden },
      ],
      parts,
    )
    const modules = Object.values(consumers).map((content, index): OutputFile => ({
      path: fileOf(index),
      content,
    }))
    const extra = others.files.filter(({ path }) => /^(media|example)\//.test(path))
    diagnostics = compile([...files, ...extra, ...modules])
  })

  it.each(Object.keys(consumers).map((what, index) => ({ what, file: fileOf(index) })))(
    'compiles: $what',
    ({ file }) => {
      expect(diagnostics.filter((line) => line.startsWith(file))).toEqual([])
    },
  )

  it('is all that was compiled', () => {
    expect(diagnostics.filter((line) => !line.startsWith('consumer-'))).toEqual([])
  })
})
