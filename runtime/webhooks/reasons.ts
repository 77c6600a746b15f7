/** The fix for a delivery that could not be verified, by the reason. */
export const advice = {
  'parsed-body':
    'The body was parsed before it was verified. Hand over the raw bytes as they arrived: read them before, or instead of, any parser of JSON.',
  'empty-secret':
    'There is no secret to verify with. Set the secret that was shown when the webhook was registered; if it is lost, register a new webhook.',
  'missing-header':
    'A header is missing that every delivery has. Pass the headers of the request on as they are, and check that no proxy drops them.',
  'malformed-timestamp':
    'The header webhook-timestamp is not a time in Unix seconds of ten digits. Hand over the header as it arrived.',
  'wrong-prefix':
    'No signature in webhook-signature begins with "v1=". Signatures of other services, also "v1," of the Standard Webhooks convention, are made otherwise and do not fit.',
  'malformed-signature':
    'What follows "v1=" is no digest in hexadecimal or base64. Hand over the header as it arrived, not cut and not decoded.',
  algorithm:
    'The digest is as long as that of another algorithm. Deliveries are signed with HMAC-SHA256, whose digest has 32 bytes.',
  'other-scheme':
    'The signature is made under the right secret, of something else than the timestamp followed by the raw body with nothing between. Whoever signs has to join the two without a separator and leave webhook-id out.',
  reserialised:
    'The body was parsed and written anew: its text differs from the one that was signed. Hand over the bytes as they arrived, not the output of JSON.stringify or of another printer.',
  'wrong-secret':
    'The signature is not of these bytes under this secret. Compare the secret with the one that this very webhook was registered with, and check that nothing on the way changes the body.',
  'padded-secret':
    'The secret has white space or quotation marks around it that are no part of it. Remove them where the secret is set.',
  stale:
    'The signature fits, and the delivery is older than the tolerance. If it was not replayed, set the clock of this machine, or verify at once instead of from a queue.',
  future:
    'The signature fits, and the delivery comes from further ahead in time than the tolerance. Set the clock of this machine.',
  'not-json': 'The signature fits, and the body is no JSON. The sender has to be asked.',
  'invalid-body':
    'The signature fits, and the body is not what the document describes. The problems say where; another version of the document may fit.',
} as const

/** The reason why a delivery could not be verified. */
export type Reason = keyof typeof advice
