import { readFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { containedEvents } from '../../payment/tables/messages.js'
import { generate, type OutputFile } from '../../generator/index.js'
import { compile } from './support/compile.js'
import { document } from './support/documents.js'
import { generateOne, parts, repository, temporaryFolder, writeFiles } from './support/generated.js'

const object = (properties: object, required = Object.keys(properties)): object => ({
  type: 'object',
  required,
  properties,
})
const posted = (schema: object, more: object = {}): object => ({
  post: {
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: { description: '' } },
    ...more,
  },
})
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const text = { type: 'string' }

// Programs of users with the webhooks of a document, compiled as strictly as possible.
const documents: Readonly<Record<string, { readonly from: object; readonly consumer: string }>> = {
  'a union of components, told apart by a discriminator': {
    from: document({
      webhooks: { any: posted(ref('Any')) },
      components: {
        schemas: {
          Any: { oneOf: [ref('Paid'), ref('Lost')], discriminator: { propertyName: 'event' } },
          Paid: object({ event: { const: 'paid' }, data: object({ message: ref('Amount') }) }),
          Lost: object({ event: { const: 'lost' }, why: text }),
          Amount: object({ amount: text }),
        },
      },
    }),
    consumer: `
      import { verify, eventTypes, fetchHandler, type WebhookType, type WebhookEvent } from './it/webhooks.js'
      export const types: readonly ('paid' | 'lost')[] = eventTypes
      export const all: WebhookType = 'paid'
      export const read = async (body: Uint8Array): Promise<string> => {
        const delivery = await verify(body, {}, 'secret')
        if (!delivery.verified) return delivery.advice + delivery.reason
        return delivery.type === 'paid' ? delivery.message.amount : delivery.event.why
      }
      export const why = (event: WebhookEvent): string => (event.event === 'lost' ? event.why : '')
      export const handler = fetchHandler({ secret: 'a', handle: (delivery) => delivery.deduplicationKey })
      // @ts-expect-error the document has no such event
      export const none: WebhookType = 'gone'
      // @ts-expect-error an event that is not verified has no content
      export const early = async () => (await verify('', {}, '')).event
      // @ts-expect-error a body that was parsed cannot be verified
      void verify({ event: 'paid' }, {}, '')`,
  },

  'a webhook for each event': {
    from: document({
      webhooks: {
        'order.paid': posted(object({ type: { enum: ['order.paid'] }, amount: text })),
        'order.lost': posted({ allOf: [ref('Base'), object({ type: { const: 'order.lost' } })] }),
      },
      components: { schemas: { Base: object({ type: text, why: text }) } },
    }),
    consumer: `
      import type { WebhookDelivery, WebhookEvent } from './it/webhooks.js'
      export const read = (delivery: WebhookDelivery): string =>
        delivery.type === 'order.paid' ? delivery.event.amount : delivery.event.why
      export const why = (event: WebhookEvent<'order.lost'>): string => event.why
      // @ts-expect-error another event
      export const wrong = (event: WebhookEvent<'order.paid'>): string => event.why`,
  },

  'webhooks that nothing in their bodies tells apart': {
    from: document({
      webhooks: {
        'issue-opened': posted(object({ action: { const: 'created' }, issue: text })),
        'label-created': posted(object({ action: { const: 'created' }, label: text })),
        'nothing-sent': { post: { responses: { 200: { description: '' } } } },
      },
    }),
    consumer: `
      import type { WebhookEvents, WebhookType, WebhookDelivery } from './it/webhooks.js'
      export const types: WebhookType[] = ['issue-opened', 'label-created']
      export const label = (event: WebhookEvents['label-created']): string => event.label
      export const type = (delivery: WebhookDelivery): unknown => delivery.type
      // @ts-expect-error it has no body
      export const none: WebhookType = 'nothing-sent'`,
  },

  'a container that the caller knows, with its type left open': {
    from: document({
      webhooks: { new_event: posted(ref('WebhookContainer'), { operationId: 'newEvent' }) },
      components: {
        schemas: {
          WebhookContainer: object({ type: text, timestamp: text, data: ref('WebhookNotification') }),
          WebhookNotification: object({ customer_id: text, message: ref('WebhookMessage') }),
          WebhookMessage: { anyOf: [ref('WebhookEventMessage'), ref('WebhookPingMessage')] },
          WebhookEventMessage: object({ id: text, kind: text }),
          WebhookPingMessage: object({ id: text }),
        },
      },
    }),
    consumer: `
      import type { WebhookDelivery } from './it/webhooks.js'
      export const read = (delivery: WebhookDelivery): string => {
        switch (delivery.type) {
          case 'new_autoramp': return delivery.message.kind
          case 'ping': return delivery.message.id + delivery.event.data.customer_id
          default: return delivery.type
        }
      }
      // @ts-expect-error a ping has no kind
      export const wrong = (delivery: WebhookDelivery<'ping'>): string => delivery.message.kind`,
  },

  'names that try to be code': {
    from: document({
      webhooks: {
        'a\'b"c`${x}*/': posted(object({ type: { const: '"]}; evil()' }, data: object({ message: text }) })),
        __proto__x: posted(object({ type: { const: '__proto__' } })),
      },
    }),
    consumer: `
      import { eventTypes, type WebhookDelivery } from './it/webhooks.js'
      export const types: readonly string[] = eventTypes
      export const message = (delivery: WebhookDelivery<'"]}; evil()'>): string => delivery.message`,
  },
}

describe('webhooks', () => {
  const cases = Object.entries(documents).map(([what, one], index) =>
    Object.assign(one, { what, name: `case-${index}` }),
  )
  let diagnostics: readonly string[]

  // Compiled at once: the compiler's own declarations are what takes time.
  beforeAll(async () => {
    const inputs = cases.map(({ name, from }) => ({ name, file: `${name}.json`, text: JSON.stringify(from) }))
    const { files } = await generate(inputs, { ...parts, events: containedEvents })
    const consumers = cases.map(({ name, consumer }) => ({
      path: `${name}.ts`,
      content: consumer.replaceAll('./it/', `./${name}/`),
    }))
    diagnostics = compile([...files, ...consumers])
  })

  test.each(cases)('of $what', ({ name }) => {
    expect(diagnostics.filter((line) => line.startsWith(name))).toEqual([])
  })

  test('are not printed where there are none', async () => {
    const { files } = await generateOne(document({}))
    expect(files.filter(({ path }) => path.startsWith('it/webhooks'))).toEqual([])
  })
})

describe('the reference documents', () => {
  const consumer = `
    import { expressHandler, fastifyPlugin, nodeHandler, validators, verify, type WebhookDelivery } from './it/webhooks.js'
    export const say = (delivery: WebhookDelivery): string | null | undefined => {
      switch (delivery.type) {
        case 'transaction': return delivery.message.kind
        case 'transaction_status': return delivery.message.transaction_hash
        case 'customer_fiat_abilities': return String(delivery.message.fiat_deposit)
        case 'ping': return delivery.event.data.customer_id
        default: return delivery.event.data.customer_id
      }
    }
    export const judged = verify('', new Map(), ['a', 'b'], { tolerance: 60, now: () => 0, validators })
    const options = { secret: () => 'a', handle: say, seen: () => false }
    export const handlers = [nodeHandler(options), expressHandler(options), fastifyPlugin({ ...options, path: '/hooks' })]
    export const registered = (app: Parameters<typeof fastifyPlugin>[0]) => fastifyPlugin(app, options)
    export const narrow = async () => {
      const isPing = await validators.ping?.()
      const value: unknown = {}
      return isPing?.(value) === true ? value.data.message : undefined
    }
    // @ts-expect-error not a transaction
    export const wrong = (delivery: WebhookDelivery<'ping'>) => delivery.message.kind`

  let files: readonly OutputFile[]
  beforeAll(async () => {
    files = (await generateOne(readFileSync(join(repository, 'dist/specs/2026-08-01.json'), 'utf8'))).files
  })

  test('have their events typed', () => {
    expect(compile([...files, { path: 'consumer.ts', content: consumer }])).toEqual([])
  })

  test('verify and judge what is delivered', async () => {
    const folder = temporaryFolder()
    writeFiles(folder, files)
    const { eventTypes, validators, verify } = await import(join(folder, 'it/webhooks.js'))
    expect(eventTypes).toHaveLength(13)
    const customer = '11111111-2222-4333-8444-555555555555'
    const judged = (type: string, message: object): Promise<unknown> => {
      const body = JSON.stringify({ type, timestamp: 'now', data: { customer_id: customer, message } })
      const at = String(Math.floor(Date.now() / 1000))
      const signature = `v1=${createHmac('sha256', 'a')
        .update(at + body)
        .digest('hex')}`
      return verify(body, { 'Webhook-Timestamp': at, 'Webhook-Signature': signature }, 'a', { validators })
    }
    const status = { id: customer, transaction_status: 'PayoutInProgress' }
    expect(await judged('transaction_status', status)).toMatchObject({
      verified: true,
      type: 'transaction_status',
      message: status,
    })
    expect(await judged('transaction_status', { TransactionStatus: status })).toMatchObject({
      message: status,
    })
    expect(await judged('transaction_status', { ...status, id: 7 })).toMatchObject({
      reason: 'invalid-body',
      problems: [{ pointer: '/data/message/id', message: 'must be a string, not 7' }],
    })
    expect(await judged('what_comes_next', {})).toMatchObject({ verified: true, type: 'what_comes_next' })
  })
})
