export { headerValue, type RawDelivery } from './delivery/delivery.js'
export { type DigestEncoding, sign } from './delivery/sign.js'
export { targetUrl } from './delivery/target.js'
export { drillCatalogue, rulesJson, rulesPage, rulesText } from './drill/catalogue.js'
export {
  documentsChosen,
  type DrillOptions,
  kindsChosen,
  rulesChosen,
  shownUrl,
  urlChosen,
} from './drill/options.js'
export { concludeDrill, type DrillFacts, drillReport } from './drill/report.js'
export type { DrillRule } from './drill/rules/rule.js'
export { type DrillResult, runDrill } from './drill/run-drill.js'
export { type WebhookDocument, webhookDocument, webhookVersions } from './events/documents.js'
export { eventOf } from './events/events.js'
export { type Examination, examine } from './examine/examine.js'
export { verifyJson, verifyText } from './examine/examination-text.js'
export { keyOf, type NamedSecret, redactor, type SecretForm } from './examine/keys.js'
export { keptDelivery, resendKept } from './listen/kept.js'
export { listen } from './listen/listen.js'
export { type KeptDelivery, readLog } from './listen/log.js'
export type { ListenControls, ListenOptions } from './listen/options.js'
export { prepareListen } from './listen/prepare.js'
export { type Targets, targetsOf } from './listen/targets.js'
export { keptText, resentText } from './listen/text.js'
export { deliveriesIn, isInputError } from './recorded/deliveries.js'
export { headersIn } from './recorded/headers.js'
export { type EventOptions, outgoing, type Outgoing } from './send/outgoing.js'
export { sendAll, sendError } from './send/send-all.js'
export {
  kindsJson,
  kindsText,
  requestJson,
  requestText,
  sentJson,
  sentText,
  summaryText,
} from './send/text.js'
