import { deliveryHeaders, messageNames } from '../../../payment/tables/messages.js'
import { type Deviation, error, warning } from './deviation.js'
import { isEditable, type JsonObject, objectAt, rename, schemaNamed } from './editing.js'

const said = 'documents/statements'
const shown = 'documents/shown'

const containers = (edit: (container: JsonObject) => void) => (document: JsonObject) => {
  for (const [name, schema] of Object.entries(objectAt(document, 'components', 'schemas')))
    if (name.startsWith('WebhookContainer_') && isEditable(schema)) edit(schema)
}

const webhooks = (edit: (webhook: JsonObject) => void) => (document: JsonObject) => {
  for (const webhook of Object.values(objectAt(document, 'webhooks'))) if (isEditable(webhook)) edit(webhook)
}

const messages: readonly Deviation[] = [
  ...messageNames.map((name) =>
    warning(`${name} under another name`, shown, (document) => {
      const schemas = objectAt(document, 'components', 'schemas')
      schemas['Other'] = schemas[name]
      delete schemas[name]
    }),
  ),
  error(
    'deliveries without data',
    said,
    containers((one) => rename(one, 'data', 'payload')),
  ),
  error(
    'deliveries without message',
    said,
    containers((one) => rename(objectAt(one, 'properties', 'data'), 'message', 'body')),
  ),
  warning(
    'deliveries without customer_id',
    shown,
    containers((one) => rename(objectAt(one, 'properties', 'data'), 'customer_id', 'owner')),
  ),
  error(
    'deliveries by PUT',
    said,
    webhooks((one) => {
      one['put'] = one['post']
      delete one['post']
    }),
  ),
  error(
    'deliveries in XML',
    said,
    webhooks((one) => {
      const body = objectAt(one, 'post', 'requestBody')
      body['content'] = { 'application/xml': Object.values(objectAt(body, 'content'))[0] }
    }),
  ),
  warning(
    'deliveries acknowledged otherwise',
    shown,
    webhooks((one) => void (objectAt(one, 'post')['responses'] = { 204: { description: 'It.' } })),
  ),
  ...deliveryHeaders.map((name) =>
    warning(`deliveries without ${name}`, shown, (document) => {
      for (const parameter of Object.values(objectAt(document, 'components', 'parameters')))
        if (isEditable(parameter) && parameter['name'] === name) parameter['name'] = 'x-other'
    }),
  ),
  error('currencies in the snapshot', said, (document) => {
    objectAt(schemaNamed(document, 'WebhookCustomerFiatAbilitiesMessage'), 'properties')['currencies'] = {
      type: 'array',
    }
  }),
]

/** Facts about deliveries and their messages. */
export const messageDeviations: readonly Deviation[] = [...messages]
