export { headerValue, type RawDelivery } from './delivery/delivery.js'
export { type DigestEncoding, sign } from './delivery/delivery.js'
export { targetUrl } from './delivery/delivery.js'
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
export { verifyJson, verifyText } from './examine/examine.js'
export { keyOf, type NamedSecret, redactor, type SecretForm } from './examine/keys.js'
export { keptDelivery, resendKept } from './listen/log.js'
export { listen } from './listen/listen.js'
export { type KeptDelivery, readLog } from './listen/log.js'
export type { ListenControls, ListenOptions } from './listen/options.js'
export { prepareListen } from './listen/options.js'
export { type Targets, targetsOf } from './listen/forward.js'
export { keptText, resentText } from './listen/reporter.js'
export { deliveriesIn, isInputError } from './recorded/deliveries.js'
export { headersIn } from './recorded/deliveries.js'
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
} from './send/send-all.js'
