import { signingFixes } from '../signing/mistakes.js'

/** All mistakes that `rampart webhook verify` can find, with their fixes. */
export const mistakes = {
  ...signingFixes,
  'missing-header':
    'Pass the headers of the request on as they arrived, and check that no proxy drops those that begin with "webhook-".',
  'timestamp-malformed':
    'webhook-timestamp is Unix time in seconds of exactly ten digits. With nothing between timestamp and body, any other form could take a digit from the body.',
  stale:
    'The delivery is older than the tolerance. If it was not replayed, compare the clocks, or verify at once instead of from a queue; --at judges a recorded one at its own time.',
  future: 'The delivery comes from further ahead than the tolerance: one of the two clocks is wrong.',
  'digest-malformed':
    'What follows "v1=" has to be a digest in hexadecimal or base64, whole and not quoted. Take the header as it arrived.',
  'digest-cut': 'Send the whole digest: 64 hexadecimal digits, or 44 characters of base64.',
  'digest-encoded-twice':
    'Encode the bytes of the digest once. Here the hexadecimal text of the digest was encoded again in base64.',
  'secret-not-decoded': 'Leave --secret-as out: the signer uses the text of the secret as the key.',
  'another-secret':
    'Each webhook has a secret of its own. Set the one that this webhook was registered with; a lost secret cannot be shown again, so register a new webhook.',
  'newline-added':
    'The body given has a line end at its end that was not signed; editors, echo and heredocs add one. Verify the bytes as they arrived.',
  'newline-lost':
    'The body was signed with a line end at its end that is missing here; $(...) in a shell, trim and editors take it away. Verify the bytes as they arrived.',
  'line-ends': 'Line ends were changed between LF and CRLF. Keep the body as bytes, not as a text file.',
  'white-space': 'White space around the body was added or taken away. Verify the bytes as they arrived.',
  'byte-order-mark':
    'A byte order mark in front of the body was added or taken away. Keep the body as bytes, and decode only to parse.',
  charset:
    'The body was decoded and encoded in another charset. Keep the body as bytes; JSON is UTF-8 whatever the header says.',
  'unicode-form': 'The letters of the body were composed or decomposed (NFC, NFD). Keep the body as bytes.',
  'body-encoded':
    'The body given is an encoding of the one that was signed. Decode it first: gateways hand over base64 with isBase64Encoded, proxies may leave content-encoding in place.',
  'body-empty':
    'There is no body. Something read it before: take the raw bytes before, or instead of, any parser.',
  'body-not-text':
    'The body given is the name of an object, not its content: it was parsed, and then turned into text. Take the raw bytes.',
  'not-json': 'The signature fits, and the body is no JSON. The sender has to be asked.',
  'not-an-object':
    'The signature fits, and the body is JSON but no event: each delivery is one object, the WebhookContainer. The sender has to be asked.',
  'no-match':
    'The signature is not of these bytes under this secret, in no way that is known to go wrong. Compare the secret with that of this very webhook, and take headers and body of one and the same request.',
} as const

/** The name of a mistake in a delivery. */
export type MistakeCode = keyof typeof mistakes

/** One mistake in a delivery. Contains no secret and no digest. */
export interface Mistake {
  readonly code: MistakeCode
  /** The finding in this delivery. */
  readonly found: string
  readonly advice: string
}

/** A mistake with its advice. */
export function mistake(code: MistakeCode, found: string): Mistake {
  return {
    code,
    found,
    advice: mistakes[code],
  }
}

/** A mistake in signing that was found: what was signed, after "signed". */
export function signed(code: MistakeCode, how: string): Mistake {
  return mistake(code, `it was signed ${how}`)
}

/** One reading of a part of a delivery: the right one, or one with a mistake. */
export interface Reading<T> {
  readonly value: T
  readonly mistake?: Mistake
}
