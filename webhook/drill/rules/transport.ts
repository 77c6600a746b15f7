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
    title: 'A content type with a charset is taken',
    section: 'Events, delivery 1',
    statement: 'The content type application/json may have a parameter, in any case of letters.',
    mend: 'Compare the media type alone, without its parameters; or do not look at it.',
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
    title: 'Names of headers are read in any case',
    section: 'Events, delivery 2; RFC 9110, 5.1',
    statement: 'Webhook-Signature and WEBHOOK-SIGNATURE are the same header.',
    mend: 'Look headers up without regard to case.',
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
    title: 'A body that comes slowly is taken',
    section: 'Events, delivery 5',
    statement: 'A body that arrives in many small parts is put together before it is verified.',
    mend: 'Read the body to its end; one read or one data event is not the whole of it.',
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
    title: 'Letters that arrive in two parts are put together',
    section: 'Events, delivery 3 and 4',
    statement: 'A letter whose bytes come in two parts is verified as these bytes.',
    mend: 'Collect bytes and join them (Buffer.concat); text that is made of each part loses the letters between.',
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
    statement: 'Events one after the other on a connection that is kept are all taken.',
    mend: 'Read each body to its end, also of what is refused, or close the connection with the answer.',
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
    title: 'What is refused is answered',
    section: 'Good practice, from Events, delivery 5',
    statement:
      'A delivery that is refused gets a 4xx: no silence, no redirect, and no connection that is closed without a status.',
    mend: 'Send a 4xx, such as 401, on every way out of the handler.',
    severity: 'warning',
    due: 'every-answer',
  },
  {
    id: 'receiver/steady',
    title: 'What is wrong does no lasting harm',
    section: 'Events, delivery 5',
    statement: 'Whatever was sent before, valid events are taken afterwards.',
    mend: 'Catch what your code throws, answer with a status, and ban nobody for a wrong signature.',
    severity: 'error',
    due: 'every-answer',
  },
  {
    id: 'receiver/burst',
    title: 'Many events at once are taken',
    section: 'Events, delivery 5; Limits, webhook endpoint response time',
    statement:
      "As many events at once as the receiver's own rate lets it answer in time are all acknowledged: none is lost, and none is refused.",
    mend: 'Note the event and acknowledge it, without a lock that events wait for each other at; do the work afterwards.',
    severity: 'error',
    due: 'at-once',
  },
  {
    id: 'receiver/rate',
    title: 'Fifty events at once are answered in time',
    section: 'Good practice, from Limits, webhook endpoint response time',
    statement:
      'At the rate that was measured, the last of fifty events at once is answered within the time-out.',
    mend: 'Note the event and acknowledge it; do the work afterwards, and not one event after the other.',
    severity: 'warning',
    due: 'at-once',
  },
  {
    id: 'receiver/backlog',
    title: 'Many connections at once are let in',
    section: 'Good practice, from Limits, webhook endpoint response time',
    statement: 'As many connections as there are events are let in at the same moment.',
    mend: "Raise the backlog that the server listens with (request_queue_size of Python's socketserver is 5), or put a proxy before it.",
    severity: 'warning',
    due: 'at-once',
  },
]
