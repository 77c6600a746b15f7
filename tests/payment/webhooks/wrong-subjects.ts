import { inData, inMessage, type WrongSender } from './changes.js'

const other = '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11'

const ofAnother = (kind: string): WrongSender => ({
  breaks: ['webhooks/subject'],
  wrong: { events: inMessage(kind, (message) => ({ ...message, id: other })) },
})

const withStatus = (kind: string, status: string): WrongSender => ({
  breaks: ['webhooks/status'],
  wrong: { events: inMessage(kind, (message) => ({ ...message, status })) },
})

const toAnother = (kind: string): WrongSender => ({
  breaks: ['webhooks/customer-id'],
  wrong: {
    container: inData((data, event) => (event.kind === kind ? { ...data, customer_id: other } : data)),
  },
})

/** Events about other things than those that they follow from. */
export const wrongSubjects: Readonly<Record<string, WrongSender>> = {
  'gives new_autoramp the id of nothing': ofAnother('new_autoramp'),
  'gives register_autoramp_status the id of nothing': ofAnother('register_autoramp_status'),
  'gives register_fiat_address_status the id of nothing': ofAnother('register_fiat_address_status'),
  'gives customer_created the id of nothing': ofAnother('customer_created'),
  'says an old status in identification_status': withStatus('identification_status', 'Pending'),
  'says an old status in customer_status': withStatus('customer_status', 'SigningsRequired'),
  'says a status that is none in customer_status': {
    breaks: ['webhooks/document', 'webhooks/status'],
    wrong: { events: inMessage('customer_status', (message) => ({ ...message, status: 'Fine' })) },
  },
  'names another customer in identification_status': toAnother('identification_status'),
  'names another customer in transaction_status': toAnother('transaction_status'),
}
