import { describeMutants } from './cross.js'

/** Rules that judge the same answers, so that a fault in what is answered can break each of them. */
const answers =
  /^quote\/(fields|optional-fields|amounts|currencies|accounts|bank-identifiers|fee|fee-optional|fee-lists|enumerations|echo|optional-echo|fee-profile|amount-currencies|pay-by-reference|recipient-by-id|additional-served)$/
/** Rules about documents, and one that has a quote served. */
const documents = /^quote\/(document-\w+|additional-style|exact-amount-in)$/

describeMutants('quote', [], (broken, rule) => {
  if (answers.test(broken)) return answers.test(rule)
  return documents.test(broken) ? documents.test(rule) : true
})
