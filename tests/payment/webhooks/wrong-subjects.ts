import { inData, inMessage, type WrongSender } from './changes.js'

const other = '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11'

const ofAnother = (kind: string): WrongSender => ({
  breaks: ['webhooks/subject'],
  wrong: { events: inMessage(kind, (message) => ({ ...message, id: other })) },
})

const ofCustomer = (kind: string): WrongSender => ({
  breaks: ['webhooks/subject'],
  wrong: {
    events: (event) => [
      event.kind === kind ? { ...event, message: { ...event.message, id: event.customer } } : event,
    ],
  },
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
  'gives new_autoramp the id of the customer': ofCustomer('new_autoramp'),
  'gives new_bank_account the id of the customer': ofCustomer('new_bank_account'),
  'gives identification_status the id of the customer': ofCustomer('identification_status'),
  'gives register_autoramp_status the id of nothing': ofAnother('register_autoramp_status'),
  'gives register_fiat_address_status the id of nothing': ofAnother('register_fiat_address_status'),
  'gives deposit_address_created the id of the customer': ofCustomer('deposit_address_created'),
  'gives transaction the id of the customer': ofCustomer('transaction'),
  'gives transaction_status the id of the customer': ofCustomer('transaction_status'),
  'gives customer_created the id of nothing': ofAnother('customer_created'),
  'says an old status in identification_status': withStatus('identification_status', 'Pending'),
  'says an old status in customer_status': withStatus('customer_status', 'SigningsRequired'),
  'says an old status in register_autoramp_status': withStatus('register_autoramp_status', 'Authorized'),
  'says a status that is none in customer_status': {
    breaks: ['webhooks/document', 'webhooks/status'],
    wrong: { events: inMessage('customer_status', (message) => ({ ...message, status: 'Fine' })) },
  },
  'says another kind in new_autoramp': {
    breaks: ['webhooks/document'],
    wrong: { events: inMessage('new_autoramp', (message) => ({ ...message, kind: 'new_autoramp' })) },
  },
  'names another customer in new_autoramp': toAnother('new_autoramp'),
  'names another customer in identification_status': toAnother('identification_status'),
  'names another customer in transaction_status': toAnother('transaction_status'),
}
