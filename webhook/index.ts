export { type WebhookDocument, webhookDocument, webhookVersions } from './documents.js'
export { type EventChoice, eventOf, problemsWith, type WebhookEvent } from './events.js'
export { topicOf, typeNamed } from './kinds.js'
export { type DigestEncoding, sign, signedHeaders, timestampOf, type ToSign } from './sign.js'
