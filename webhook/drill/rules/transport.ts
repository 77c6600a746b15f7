import { slowChunks } from '../sending/request.js'
import type { HeaderFields } from '../sending/delivery.js'
import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { type Case, type DrillRule, one } from './rule.js'

const renamed =
  (name: (field: string) => string) =>
  (fields: HeaderFields): HeaderFields =>
    fields.map(([field, value]) => [name(field), value])

const capitalised = (field: string): string =>
  field.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

const isWithinLetter = (byte = 0): boolean => byte >> 6 === 0b10

/** A body with a long text whose middle is inside a multi-byte letter. */
const splitLetters = (text: string): Buffer => {
  const padded = (length: number): Buffer => {
    const letters = `${' '.repeat(length)}${'東🏦'.repeat(80)}`
    return Buffer.from(`{"rampart_drill":"${letters}",${text.slice(1)}`)
  }
  const bodies = Array.from({ length: 32 }, (_, length) => padded(length))
  return (
    bodies.find((body) => isWithinLetter(body[Math.ceil(body.length / slowChunks) * (slowChunks / 2)])) ??
    padded(0)
  )
}

/** Sends the body in one piece first, because a refusal there is not due to its chunks. */
const wholeFirst = (
  key: string,
  description: string,
  body: (factory: DeliveryFactory) => string | Buffer,
): Case => ({
  key,
  description: `${description}, while the like of it was taken in one piece`,
  make: (factory) => [
    factory.delivery({ body: body(factory) }),
    factory.delivery({ body: body(factory), framing: 'slow' }),
  ],
  prelude: 1,
  isEachNew: true,
})

/** Rules about the transport of deliveries. */
export const transportRules: readonly DrillRule[] = [
  {
    id: 'receiver/content-type',
    title: 'A content type with a charset is accepted',
    section: 'Events, delivery 1',
    statement: 'The content type application/json may have a parameter, in upper or lower case.',
    fix: 'Compare the media type without its parameters, or ignore it.',
    severity: 'error',
    due: 'taken',
    cases: () => [
      one('charset', 'an event of type application/json; charset=utf-8', (factory) =>
        factory.delivery({ contentType: 'application/json; charset=utf-8' }),
      ),
    ],
  },
  {
    id: 'receiver/header-case',
    title: 'Header names are case-insensitive',
    section: 'Events, delivery 2; RFC 9110, 5.1',
    statement: 'Webhook-Signature and WEBHOOK-SIGNATURE are the same header.',
    fix: 'Look up headers case-insensitively.',
    severity: 'error',
    due: 'taken',
    cases: () => [
      one('capitals', 'an event with headers such as Webhook-Signature', (factory) =>
        factory.delivery({ headers: renamed(capitalised) }),
      ),
      one('upper', 'an event with headers such as WEBHOOK-SIGNATURE', (factory) =>
        factory.delivery({ headers: renamed((field) => field.toUpperCase()) }),
      ),
    ],
  },
  {
    id: 'receiver/slow-body',
    title: 'A slow body is accepted',
    section: 'Events, delivery 5',
    statement: 'A body that arrives in many small chunks is joined before it is verified.',
    fix: 'Read the body to its end. One read or one data event may return only a part of it.',
    severity: 'error',
    due: 'taken',
    bearsErrors: true,
    needsRefusal: true,
    cases: () => [
      wholeFirst('drops', 'an event whose body came in small parts', (factory) => factory.text()),
    ],
  },
  {
    id: 'receiver/split-letters',
    title: 'Characters split between chunks are joined',
    section: 'Events, delivery 3 and 4',
    statement: 'A character whose bytes arrive in two chunks is verified by its bytes.',
    fix: 'Collect bytes and join them (Buffer.concat). Decoding each chunk to text destroys split characters.',
    severity: 'error',
    due: 'taken',
    bearsErrors: true,
    needsRefusal: true,
    after: 'receiver/unknown-field',
    cases: () => [
      wholeFirst(
        'letters',
        'an event whose body came in small parts, some of which end within a letter',
        (factory) => splitLetters(factory.text()),
      ),
    ],
  },
  {
    id: 'receiver/keep-alive',
    title: 'One connection serves many events',
    section: 'Events, delivery 5; RFC 9112, 9.3',
    statement: 'Several events in a row on one kept-alive connection are all accepted.',
    fix: 'Read each body to its end, even of a refused delivery, or close the connection with the response.',
    severity: 'error',
    due: 'taken',
    bearsErrors: true,
    cases: () => [
      {
        key: 'several',
        description: 'three events in a row on one connection',
        make: (factory) => Array.from({ length: 3 }, () => factory.delivery()),
        keepsConnection: true,
        isEachNew: true,
      },
    ],
  },
  {
    id: 'receiver/answered-refusal',
    title: 'A refused delivery gets a response',
    section: 'Good practice, from Events, delivery 5',
    statement: 'A refused delivery gets a 4xx, not a timeout, a redirect or a closed connection.',
    fix: 'Send a 4xx, such as 401, on every path through the handler that refuses.',
    severity: 'warning',
    due: 'every-answer',
  },
  {
    id: 'receiver/steady',
    title: 'A bad delivery has no lasting effect',
    section: 'Events, delivery 5',
    statement: 'Valid events are accepted, whatever was sent before them.',
    fix: 'Catch exceptions, answer with a status, and do not block senders after a wrong signature.',
    severity: 'error',
    due: 'every-answer',
  },
]
