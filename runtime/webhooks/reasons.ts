/** The fix for a delivery that could not be verified, by the reason. */
export const advice = {
  'parsed-body':
    'The body was parsed before it was verified. Pass the raw bytes as they arrived: read them before any JSON parser.',
  'empty-secret':
    'The secret is missing. Set the one that was shown when the webhook was registered; if it is lost, register a new webhook.',
  'missing-header':
    'A header that every delivery has is missing. Pass the headers of the request unchanged, and check that no proxy drops them.',
  'malformed-timestamp':
    'The header webhook-timestamp is not a time in Unix seconds of ten digits. Pass the header as it arrived.',
  'wrong-prefix':
    'No signature in webhook-signature begins with "v1=". Signatures of other services, such as "v1," of Standard Webhooks, are made differently.',
  'malformed-signature':
    'The text after "v1=" is not a digest in hexadecimal or base64. Pass the header as it arrived, neither cut nor decoded.',
  algorithm:
    'The digest has the length of another algorithm. Deliveries are signed with HMAC-SHA256, whose digest has 32 bytes.',
  'other-scheme':
    'The secret is right, but the signed text is not the timestamp directly followed by the raw body. The signer must join the two without a separator and without webhook-id.',
  reserialised:
    'The body was parsed and printed again, so its text differs from the signed one. Pass the bytes as they arrived, not the output of JSON.stringify.',
  'wrong-secret':
    'The signature does not match these bytes and this secret. Compare the secret with that of this webhook, and check that no proxy or middleware changes the body.',
  'padded-secret':
    'The secret has white space or quotation marks around it. Remove them where the secret is set.',
  stale:
    'The signature matches, but the delivery is older than the tolerance. If it was not replayed, set the clock of this machine, or verify before queueing.',
  future:
    'The signature matches, but the timestamp is further in the future than the tolerance. Set the clock of this machine.',
  'not-json': 'The signature matches, but the body is not JSON. Ask the sender.',
  'invalid-body':
    'The signature matches, but the body does not match the document. See the problems; another version of the document may match.',
} as const

/** The reason why a delivery could not be verified. */
export type Reason = keyof typeof advice
