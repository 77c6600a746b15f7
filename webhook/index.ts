export { headerValue, type RawDelivery, type DigestEncoding, sign, targetUrl } from './delivery/delivery.js'
export { documentsChosen, type DrillOptions, kindsChosen, shownUrl, urlChosen } from './drill/options.js'
export {
  concludeDrill,
  type DrillFacts,
  drillReport,
  rulesJson,
  rulesPage,
  rulesText,
} from './drill/report.js'
export type { DrillRule } from './drill/rules/rule.js'
export { drillCatalogue, rulesChosen } from './drill/rules/catalogue.js'
export { type DrillResult, runDrill } from './drill/run-drill.js'
export { type WebhookDocument, webhookDocument, webhookVersions } from './events/documents.js'
export { eventOf } from './events/events.js'
export { type Examination, examine, verifyJson, verifyText } from './examine/examine.js'
export { keyOf, type NamedSecret, redactor, type SecretForm } from './examine/keys.js'
export { keptDelivery, resendKept, type KeptDelivery, readLog } from './listen/log.js'
export { listen } from './listen/listen.js'
export { type ListenControls, type ListenOptions, prepareListen } from './listen/options.js'
export { type Targets, targetsOf } from './listen/forward.js'
export { keptText, resentText } from './listen/reporter.js'
export { deliveriesIn, isInputError, headersIn } from './recorded/deliveries.js'
export { type EventOptions, outgoing, type Outgoing } from './send/outgoing.js'
export {
  sendAll,
  sendError,
  kindsJson,
  kindsText,
  requestJson,
  requestText,
  sentJson,
  sentText,
  summaryText,
} from './send/send-all.js'
