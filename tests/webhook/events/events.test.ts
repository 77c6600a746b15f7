import { describe, expect, test } from 'vitest'
import type * as Generated from '#generated/2026-08-01/webhooks.js'
import { eventOf, webhookDocument, webhookVersions } from '../../../webhook/index.js'
import { messageTypeOf, problemsWith } from '../../../webhook/events/events.js'
import { overridden, overrideFrom, pathsIn } from '../../../webhook/events/overrides.js'
import { signedHeaders, timestampOf } from '../../../webhook/delivery/delivery.js'
import { eventKinds as kinds } from './kinds.js'
import { topicOf, typeNamed } from '../../../webhook/events/documents.js'

const versions = await webhookVersions()
const all = versions.flatMap((version) => kinds.map((kind) => [version, kind] as const))

describe('events', () => {
  test.each(all)('%s: %s is valid, and verified by generated code', async (version, kind) => {
    const document = await webhookDocument(version)
    const event = eventOf(document, typeNamed(topicOf(kind), document.types))
    expect(await problemsWith(document, kind, event)).toEqual([])
    const body = JSON.stringify(event)
    const headers = signedHeaders('id', { timestamp: timestampOf(new Date()), body, secret: 'a secret' })
    const { verify } = (await import(`#generated/${version}/webhooks.js`)) as typeof Generated
    const said = await verify(body, headers, 'a secret', { validators: document.validators })
    expect(said).toMatchObject({ verified: true, type: kind })
  })

  test('the document has no kind that is not tried here', async () => {
    for (const version of versions) expect((await webhookDocument(version)).types).toEqual(kinds)
  })

  test.each(kinds)('%s made of the document alone is valid as well', async (kind) => {
    const document = await webhookDocument()
    // A document whose types the fixtures do not know: the same schemas under another name.
    const other = `other_${kind}`
    const webhooks = Object.fromEntries(
      Object.entries(document.surface.webhooks).map(([id, operation]) => [
        id,
        operation.path === kind ? { ...operation, path: other } : operation,
      ]),
    )
    const schema = document.surface.schemas[`WebhookContainer_${topicOf(kind)}`] ?? true
    const mapping = {
      oneOf: [schema],
      discriminator: { mapping: { [other]: `#/components/schemas/WebhookContainer_${topicOf(kind)}` } },
    }
    const schemas = { ...document.surface.schemas, WebhookContainer: mapping }
    const event = eventOf({ ...document, surface: { ...document.surface, webhooks, schemas } }, other)
    expect(await problemsWith(document, kind, { ...event, type: kind })).toEqual([])
  })

  test('two events are never duplicates, and customer_fiat_abilities has the id of its customer', async () => {
    const document = await webhookDocument()
    const one = eventOf(document, 'customer_fiat_abilities')
    const { customer_id: customer, message } = one.data
    expect(message).toMatchObject({ id: customer })
    expect(message).not.toHaveProperty('currencies')
    expect(eventOf(document, 'customer_fiat_abilities').data['customer_id']).not.toBe(customer)
    expect(eventOf(document, 'ping', { customerId: 'x' }).data['customer_id']).toBe('x')
  })

  test('problems of a message are those of its own type', async () => {
    const document = await webhookDocument()
    const event = overridden(eventOf(document, 'identification_status'), [
      { does: 'set', path: 'data.message.status', value: 'Approvd' },
    ])
    const [problem, ...others] = await problemsWith(document, 'identification_status', event)
    expect(others).toEqual([])
    expect(problem).toMatchObject({
      pointer: '/data/message/status',
      message: expect.stringContaining('"Approved"'),
    })
    const wrapped = overridden(event, [
      overrideFrom('set', 'data.message={"Wrapped":{}}'),
      overrideFrom('set', 'data.customer_id=1'),
    ])
    expect(await problemsWith(document, 'identification_status', wrapped)).toMatchObject([
      { pointer: '/data/customer_id' },
    ])
    expect(messageTypeOf(document, 'identification_status')).toBe('WebhookIdentificationStatusMessage')
  })

  test.each([
    ['custmer_status', /; did you mean "customer_status"\?$/],
    ['CustomerStaus', /; did you mean "CustomerStatus"\?$/],
    ['transactionstatus', /; did you mean "transaction_status"/],
    ['qqqqqqqqqqq', /^no kind of event is named "qqqqqqqqqqq"$/],
  ])('no kind is named %s', (name, message) =>
    expect(() => typeNamed(name, kinds)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message) }),
    ),
  )

  test('no document of a version that there is not', async () => {
    await expect(webhookDocument('2024-01-01')).rejects.toMatchObject({ code: 'WEBHOOK_VERSION_UNKNOWN' })
    await expect(webhookDocument('../../etc')).rejects.toMatchObject({ code: 'WEBHOOK_VERSION_UNKNOWN' })
  })
})

describe('overrides', () => {
  const event = { type: 'ping', data: { message: { id: 'a', list: [1, { b: 2 }], 'with.dot': 0 } } }
  const set = (text: string) => overridden(event, [overrideFrom('set', text)])

  test.each([
    ['data.message.id=b', { id: 'b' }],
    ['data.message.id=1', { id: 1 }],
    ['data.message.id="1"', { id: '1' }],
    ['data.message.id=null', { id: null }],
    ['data.message.id=', { id: '' }],
    ['data.message.id={"a":[]}', { id: { a: [] } }],
    ['data.message.id=a=b', { id: 'a=b' }],
    ['data.message.list.0=7', { list: [7, { b: 2 }] }],
    ['/data/message/list/1/b=7', { list: [1, { b: 7 }] }],
    ['/data/message/with.dot=1', { 'with.dot': 1 }],
  ])('--set %s', (text, message) => {
    expect(set(text)).toEqual({ type: 'ping', data: { message: { ...event.data.message, ...message } } })
    expect(event.data.message.id).toBe('a')
  })

  const unmatched =
    'id=1 data.id=1 data.message.id.x=1 data.message.list.2=1 data.message.list.-1=1 data..id=1 ' +
    'constructor=1 __proto__.x=1 data.message.list.length=1'

  test.each(unmatched.split(' '))('--set %s matches nothing', (text) => {
    const error = { code: 'WEBHOOK_OVERRIDE_UNMATCHED', fix: expect.stringContaining('--dry-run') }
    expect(() => set(text)).toThrow(expect.objectContaining(error))
  })

  test.each([
    ['id=1', 'data.message.id'],
    ['data.mesage.id=1', 'data.message.id'],
    ['data.typ=1', 'data.type'],
    ['typ=1', 'type'],
  ])('%s probably means %s', (text, path) => {
    const typed = { type: 'a', data: { type: 'b', message: { id: 'c' } } }
    expect(() => overridden(typed, [overrideFrom('set', text)])).toThrow(`did you mean "${path}"?`)
  })

  test('are not changed by those after them, so that each delivery gets the same event', () => {
    const overrides = [overrideFrom('set', 'data={"list":[]}'), overrideFrom('add', 'data.list.0=1')]
    const both = [overridden(event, overrides), overridden(event, overrides)]
    expect(both[1]).toEqual(both[0])
    expect(both[0]).toMatchObject({ data: { list: [1] } })
  })

  test('members are added and removed', () => {
    const added = overridden(event, [overrideFrom('add', 'data.message.new={"x":1}')])
    expect(added).toHaveProperty('data.message.new.x', 1)
    const removed = [overrideFrom('set', 'data.message=1'), { does: 'remove', path: 'data.message' } as const]
    expect(overridden(event, removed)).toEqual({ type: 'ping', data: {} })
    expect(() => overridden(event, [overrideFrom('add', 'type=1')])).toThrow('already')
    expect(() => overridden(event, [overrideFrom('add', 'a.b=1')])).toThrow('no "a.b"')
    expect(() => overridden(event, [{ does: 'remove', path: 'nothing' }])).toThrow('no "nothing"')
    const own = overridden(event, [overrideFrom('add', '__proto__={"polluted":true}')])
    expect(Object.hasOwn(own as object, '__proto__')).toBe(true)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each(['data.message.id=12345678901234567890', 'data.message.id=1e999'])(
    '--set %s would change the number',
    (text) => expect(() => set(text)).toThrow('JSON would change the number'),
  )

  test.each(['', '=1', 'type'])('"%s" is not a path=value', (text) =>
    expect(() => overrideFrom('set', text)).toThrow('path=value'),
  )

  test('paths are listed, those with dots as pointers', () =>
    expect(pathsIn(event)).toContain('/data/message/with.dot'))
})
