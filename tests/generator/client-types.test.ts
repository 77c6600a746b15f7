import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { generate } from '../../generator/index.js'
import { compile } from './support/compile.js'
import { generateOne, parts } from './support/generated.js'
import { referenceDocuments } from './support/public-documents.js'

// Programs of users with generated clients. Each text is a module beside them, compiled as strictly as possible.
const consumers: Readonly<Record<string, string>> = {
  'a status narrows the body': `
    import { createClient, createCustomer, listSpecVersions } from './2026-08-01/client.js'
    import type { components } from './2026-08-01/types.js'
    type Customer = components['schemas']['Customer']
    const client = createClient({ baseUrl: 'https://api.test/api', auth: { ApiKeyAuth: 'key' } })
    const person = { customer_type: 'Person', email: 'a@b.test', name: 'A' } as const
    export const create = async (): Promise<Customer> => {
      const answer = await createCustomer(client, { body: person })
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
      const answer = await createCustomer(client, { body: person })
      // @ts-expect-error it is not known yet whether there is a customer
      void answer.body.id
      // @ts-expect-error no such status is documented
      if (answer.status === 418) void answer
      // @ts-expect-error a number is no promise
      const no: number = listSpecVersions(client)
      void no
    }`,

  'types of operations have names': `
    import type { Client, CreateCustomerAnswer, CreateCustomerBody, CreateCustomerParameters, CreateCustomerRequest } from './2026-08-01/client.js'
    import { createCustomer } from './2026-08-01/client.js'
    export const create = (client: Client, body: CreateCustomerBody, parameters: CreateCustomerParameters): Promise<CreateCustomerAnswer> => {
      const request: CreateCustomerRequest = { ...parameters, body, idempotencyKey: 'a' }
      return createCustomer(client, request)
    }`,

  'every answer is dealt with, or the compiler says so': `
    import { createClient, getCustomerById } from './2026-08-01/client.js'
    const client = createClient({ baseUrl: 'https://api.test/api' })
    const never = (value: never): never => value
    export const text = async (): Promise<string> => {
      const answer = await getCustomerById(client, { path: { id: 'a' } })
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
    import { createClient, typed } from './media/client.js'
    const client = createClient({ baseUrl: 'https://api.test/api' })
    export const calls = [
      () => typed(client, { headers: { 'X-Own': 'a' } }),
      () => typed(client, { headers: { 'X-Own': 'a', Accept: 'text/csv', 'content-type': 'text/csv', Authorization: 'b' } }),
      // @ts-expect-error it is text
      () => typed(client, { headers: { 'X-Own': 'a', Accept: 1 } }),
      // @ts-expect-error the other header is owed
      () => typed(client, { headers: { Accept: 'text/csv' } }),
    ]`,

  'a request has to be right': `
    import * as api from './2026-08-01/client.js'
    const client = api.createClient({ baseUrl: 'https://api.test/api' })
    export const calls = [
      () => api.getAllCustomers(client),
      () => api.getAllCustomers(client, { query: { page_size: 10 }, headers: { 'X-SUB-PARTNER-ID': 'a' } }),
      () => api.getCustomerById(client, { path: { id: 'a' }, signal: new AbortController().signal }),
      () => api.resetSandbox(client, { idempotencyKey: 'a', timeout: 5, validate: 'both' }),
      () => api.call(client, 'getCustomerById', { path: { id: 'a' } }).then((answer) => answer.status === 200 && answer.body.id),
      () => api.call(client, 'getAllCustomers'),
      // @ts-expect-error no such operation
      () => api.call(client, 'createCostumer', {}),
      // @ts-expect-error a webhook is not to be called
      () => api.call(client, 'onPing'),
      // @ts-expect-error a request is required
      () => api.call(client, 'getCustomerById'),
      // @ts-expect-error a path parameter is missing
      () => api.getCustomerById(client, {}),
      // @ts-expect-error a request is required
      () => api.getCustomerById(client),
      // @ts-expect-error a body is required
      () => api.createCustomer(client, {}),
      // @ts-expect-error a member of the body is missing
      () => api.createCustomer(client, { body: { customer_type: 'Person' } }),
      // @ts-expect-error the value is not one of the enumeration
      () => api.createCustomer(client, { body: { customer_type: 'Robot', email: 'a@b.test', name: 'A' } }),
      // @ts-expect-error it takes no body
      () => api.getCustomerById(client, { path: { id: 'a' }, body: {} }),
      // @ts-expect-error it takes no idempotency key
      () => api.getCustomerById(client, { path: { id: 'a' }, idempotencyKey: 'a' }),
      // @ts-expect-error it has no such query parameter
      () => api.getAllCustomers(client, { query: { pagesize: 10 } }),
      // @ts-expect-error the client sends this header itself
      () => api.getAllCustomers(client, { headers: { 'X-API-Version': '2025-03-13' } }),
      // @ts-expect-error the client sends this header itself
      () => api.resetSandbox(client, { headers: { 'IDEMPOTENCY-KEY': 'a' } }),
    ]
    // @ts-expect-error the document does not say where the service is
    export const nowhere = api.createClient({})
    // @ts-expect-error no such scheme
    export const odd = api.createClient({ baseUrl: 'https://api.test/api', auth: { Basic: 'a' } })
    declare class AbortController { signal: { readonly aborted: boolean } }`,

  'errors that clients know have the types of the document': `
    import { createClient, createCustomerIdentificationV2, errorsOf, versionErrorOf } from './2026-08-01/client.js'
    import { bodyOf, RefusedError } from './2026-08-01/client.js'
    const client = createClient({ baseUrl: 'https://api.test/api' })
    export const codes = async (body: never): Promise<readonly string[]> => {
      const answer = await createCustomerIdentificationV2(client, { path: { id: 'a' }, body })
      const supported: readonly string[] = versionErrorOf(answer)?.supported ?? []
      const errors = errorsOf(answer) ?? []
      return [...supported, ...errors.map(({ code, beneficiary_index }) => {
        if (code === 'selfie_required') return String(beneficiary_index)
        // @ts-expect-error no such code
        if (code === 'selfy_required') return ''
        return code
      })]
    }
    export const caught = async (body: never): Promise<string | undefined> => {
      try {
        return (await bodyOf(createCustomerIdentificationV2(client, { path: { id: 'a' }, body }))).id
      } catch (error) {
        return error instanceof RefusedError ? versionErrorOf(error.answer)?.requested : undefined
      }
    }`,

  'validators belong to their operation': `
    import { createClient, getAllCustomers, resetSandbox } from './2026-08-01/client.js'
    import type { OperationValidators } from './runtime/validators.js'
    declare const validators: OperationValidators<'getAllCustomers'>
    const client = createClient({ baseUrl: 'https://api.test/api', validators: { getAllCustomers: validators } })
    export const right = () => getAllCustomers(client, { validators, validate: 'responses' })
    // @ts-expect-error they are those of another operation
    export const wrong = () => resetSandbox(client, { validators })`,

  'a version is pinned for a call, or for many': `
    import { createClient, bodyOf } from './index.js'
    import { getCustomerById, getCustomerRequiredSignings } from './2026-08-01/client.js'
    import { createClient as createOld, getCustomerById as getOld } from './2025-03-13/client.js'
    const client = createClient({ baseUrl: 'https://api.test/api', auth: { ApiKeyAuth: () => Promise.resolve('key') } })
    const newest = client.version('2026-08-01')
    export const calls = [
      () => getCustomerById(newest, { path: { id: 'a' } }),
      () => getOld(client.version('2025-03-13'), { path: { id: 'a' } }),
      () => client.call('getCustomerById', { version: '2025-03-13', path: { id: 'a' } }),
      () => bodyOf(getCustomerById(newest, { path: { id: 'a' } })).then(({ id }) => id.length),
      // @ts-expect-error clients of different versions do not mix
      () => getCustomerById(createOld({ baseUrl: 'https://api.test/api' }), { path: { id: 'a' } }),
      // @ts-expect-error clients of different versions do not mix
      () => getOld(newest, { path: { id: 'a' } }),
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
      const since = await getCustomerRequiredSignings(newest, { path: { id: 'a' } })
      // @ts-expect-error this version does not answer so
      return since.status === 409 ? '' : ''
    }`,

  'bodies have the forms of their media types': `
    import { createClient, maybe, send } from './media/client.js'
    const client = createClient({})
    declare class Blob { readonly size: number; readonly type: string }
    export const calls = [
      () => send(client, { body: { name: 'a' } }),
      () => send(client, { body: { name: 'a', file: new Blob() }, contentType: 'multipart/form-data' }),
      () => send(client, { body: new Uint8Array(), contentType: 'application/octet-stream' }),
      // @ts-expect-error JSON has no files
      () => send(client, { body: { name: new Blob() } }),
      // @ts-expect-error no such media type
      () => send(client, { body: { name: 'a' }, contentType: 'text/csv' }),
      () => maybe(client),
      () => maybe(client, { body: 'a' }),
    ]
    export const answers = async (): Promise<unknown[]> => {
      const sent = await send(client, { body: { name: 'a' } })
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
      const answer = await maybe(client)
      // @ts-expect-error one description stands for success and refusal
      const ok: true = answer.ok
      void ok
      return answer.body.detail
    }`,

  'operations without an id are called by what stands for one': `
    import { createClient, get_health } from './media/client.js'
    export const health = async (): Promise<string> => {
      const answer = await get_health(createClient({}), { query: { deep: true } })
      return answer.status === 200 ? answer.body.state : ''
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
    '/health': {
      get: {
        parameters: [{ name: 'deep', in: 'query', schema: { type: 'boolean' } }],
        responses: {
          200: {
            description: 'It is well.',
            content: {
              'application/json': {
                schema: { type: 'object', required: ['state'], properties: { state: { type: 'string' } } },
              },
            },
          },
        },
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
    const { files } = await generate(referenceDocuments(), parts)
    const others = await generateOne(media, { name: 'media' })
    const modules = Object.values(consumers).map((content, index): OutputFile => ({
      path: fileOf(index),
      content,
    }))
    const extra = others.files.filter(({ path }) => path.startsWith('media/'))
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
