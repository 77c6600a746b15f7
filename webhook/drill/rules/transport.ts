import type { DeliveryFactory, DeliveryChoice } from '../sending/delivery.js'
import { type HeaderLines, slowChunks } from '../../delivery/delivery.js'
import { type CaseRow, type DrillRule, sends, taken } from './rule.js'

const renamed = (name: (field: string) => string): DeliveryChoice => ({
  headers: (fields: HeaderLines) => fields.map(([field, value]) => [name(field), value]),
})

/** The name of a header with a capital letter in front of each of its words. */
export function capitalised(field: string): string {
  return field.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

const isWithinLetter = (byte = 0): boolean => byte >> 6 === 0b10

/** A body with a long text whose middle is inside a multi-byte letter. */
const splitLetters = (text: string): Buffer => {
  const padded = (length: number): Buffer => {
    const letters = `${' '.repeat(length)}${'東🏦'.repeat(80)}`
    return Buffer.from(`{"rampart_drill":"${letters}",${text.slice(1)}`)
  }
  const bodies = Array.from({ length: 32 }, (_, length) => padded(length))
  const middle = ({ length }: Buffer): number => Math.ceil(length / slowChunks) * (slowChunks / 2)
  return bodies.find((body) => isWithinLetter(body[middle(body)])) ?? padded(0)
}

/** Sends the body in one piece first, because a refusal there is not due to its chunks. */
const wholeFirst = (
  says: string,
  body: (factory: DeliveryFactory) => string | Buffer,
  mistake: string,
): CaseRow =>
  sends((factory) => [{ body: body(factory) }, { body: body(factory), isSlow: true }], { prelude: 1 })`
    ${says}, while a similar one in one piece was accepted
    ${mistake}`

export const transportRules: readonly DrillRule[] = [
  taken({
    charset: sends({ contentType: 'application/json; charset=utf-8' })`
      an event of type application/json; charset=utf-8
      content-type: Your receiver compares the content type as a text, and refuses it with a charset.`,
  })`
    content-type | error | Events, delivery 1
    The content type application/json may have a parameter, in upper or lower case.
    Compare the media type without its parameters, or ignore it.`,
  taken({
    capitals: sends(renamed(capitalised))`an event with headers such as Webhook-Signature`,
    upper: sends(renamed((field) => field.toUpperCase()))`an event with headers such as WEBHOOK-SIGNATURE`,
    more: sends({ headers: (fields) => [...fields, ['x-rampart-drill', 'new']] })`
      an event with one more header
      extra-header: Your receiver refuses an event with a header that it does not know.
      Ignore headers that you do not know: the webhook headers are among others.`,
  })`
    header-case | error | Events, delivery 2; RFC 9110, 5.1
    Webhook-Signature and WEBHOOK-SIGNATURE are the same header, and further headers are ignored.
    Look up headers case-insensitively.
    header-case: Your receiver reads headers by one spelling of their names.`,
  taken(
    {
      drops: wholeFirst(
        'an event whose body came in small parts',
        (factory) => factory.text(),
        'first-part-only: Your receiver does not read the body to its end: it verifies the first part.',
      ),
    },
    { bearsErrors: true, needsRefusal: true, implies: 'split-letters' },
  )`
    slow-body | error | Events, delivery 5
    A body that arrives in many small chunks is joined before it is verified.
    Read the body to its end. One read or one data event may return only a part of it.`,
  taken(
    {
      letters: wholeFirst(
        'an event whose body came in small parts, some of which end within a letter',
        (factory) => splitLetters(factory.text()),
        'text-of-parts: Your receiver makes text of each part of the body: letters split between two parts are lost.',
      ),
    },
    { bearsErrors: true, needsRefusal: true, after: 'receiver/unknown-field', implies: 'decoded-body' },
  )`
    split-letters | error | Events, delivery 3 and 4
    A character whose bytes arrive in two chunks is verified by its bytes.
    Collect bytes and join them (Buffer.concat). Decoding each chunk to text destroys split characters.`,
  taken(
    {
      several: sends(() => [{}, {}], { keepsConnection: true })`
        two events in a row on one connection
        kept-connection: Your receiver fails on a connection that serves more than one event.`,
      'after-refusal': sends(() => [{ without: 'webhook-signature', timestamp: -2 * 86_400 }, {}], {
        keepsConnection: true,
        dues: ['open', 'taken'],
      })`
        an event after an old one without webhook-signature on one connection
        unread-refusal: Your receiver does not read the body of a refused delivery, and reads it as the next request on the connection.`,
    },
    { bearsErrors: true },
  )`
    keep-alive | error | Events, delivery 5; RFC 9112, 9.3
    Several events in a row on one kept-alive connection are all accepted.
    Read each body to its end, even of a refused delivery, or close the connection with the response.`,
]
