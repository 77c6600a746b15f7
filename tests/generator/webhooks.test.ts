import { readFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { containedEvents } from '../../payment/tables/messages.js'
import { generate, type OutputFile } from '../../generator/index.js'
import { tableIn } from '../support/table.js'
import { compile } from '../support/compile.js'
import { document } from './support/documents.js'
import { generateOne, parts, repository, temporaryFolder, writeFiles } from './support/generated.js'

const documents = tableIn<Readonly<Record<string, { readonly from: object; readonly consumer: string }>>>(
  import.meta.dirname,
  'webhooks.yaml',
)

describe('webhooks', () => {
  const cases = Object.entries(documents).map(([what, one], index) =>
    Object.assign(one, { what, name: `case-${index}` }),
  )
  let diagnostics: readonly string[]

  // Compiled at once: the compiler's own declarations are what takes time.
  beforeAll(async () => {
    const inputs = cases.map(({ name, from }) => ({
      name,
      file: `${name}.json`,
      text: JSON.stringify(document(from)),
    }))
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
