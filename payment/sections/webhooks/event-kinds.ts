import { typeOf } from '../../../conformance/exchange/delivery.js'
import { eventKindJudge } from '../../documents/event-kinds.js'
import { contradictions } from '../../documents/index.js'
import { judged, ofDocuments, section, unobservable } from '../../statements/statement.js'
import { table } from '../../tables/markdown.js'
import { eventKinds, topicOf } from '../../tables/messages.js'
import { arrival, ofEach, ofEvents } from './event-rule.js'
import { topicNames } from './registering.js'
import { newStatus, rightSubject } from './subjects.js'

const kindTable = table(
  ['Delivered type', 'Topic'],
  eventKinds.map((kind) => [`\`${kind}\``, `\`${topicOf(kind)}\``]),
)

/** Events: kinds. */
export const eventKindSection = section(
  'Events, event kinds',
  `A kind of event has a delivered type, and a topic by which webhooks subscribe to it.\n\n${kindTable}`,
  {
    'webhooks/type': ofEach(
      'Types are those listed',
      'The delivered type is one of the 13, in snake_case.',
      (delivery) =>
        typeOf(delivery) === undefined
          ? 'a type of the 13 in snake_case is due, none stands in the container'
          : undefined,
    ),
    'webhooks/topic-names': ofEvents(
      'Topics are in PascalCase',
      'The subscription topic is the name of the delivered type in PascalCase.',
      topicNames,
      { also: ['webhooks/topics', 'enumerations/event-kinds'] },
    ),
    'enumerations/event-kinds': ofDocuments(
      'The documents list the event kinds',
      'Where a document lists delivered types or topics, none of the event kinds is missing.',
      { versions: { from: 'structured-errors' }, judge: contradictions(eventKindJudge) },
    ),
    'webhooks/subject': ofEvents(
      'An event is about what it follows from',
      'An event is about the customer, autoramp, bank account, transaction or identification that its kind names.',
      rightSubject,
    ),
    'webhooks/status': ofEvents(
      'A status event has the new status',
      'An event about a change of a status says the status that the service shows since.',
      newStatus,
    ),
    'webhooks/customer-created': arrival('customer-created', 'comes when a customer was created.'),
    'webhooks/customer-status': arrival('customer-status', 'comes when the status of a customer changed.'),
    'abilities-event': judged('customer_fiat_abilities comes when the rails of a customer changed.', [
      'webhooks/abilities-signing',
      'webhooks/abilities-identification',
    ]),
    'webhooks/identification-status': arrival(
      'identification-status',
      'comes when the status of an identification changed.',
    ),
    'webhooks/new-bank-account': arrival('new-bank-account', 'comes when a bank account was registered.'),
    'webhooks/fiat-address-status': arrival(
      'fiat-address-status',
      'comes for every registration of a fiat address.',
      { details: ['It comes when the status of the address changed.'] },
    ),
    'webhooks/fiat-address-straight': arrival(
      'fiat-address-straight',
      'comes also for a fiat address that goes straight to Registered.',
      { title: 'register_fiat_address_status at once' },
    ),
    'webhooks/new-autoramp': arrival('new-autoramp', 'comes when an autoramp was created.'),
    'webhooks/autoramp-status': arrival('autoramp-status', 'comes when the status of an autoramp changed.'),
    'webhooks/deposit-address': arrival(
      'deposit-address',
      'comes when an autoramp received a deposit address.',
    ),
    'webhooks/transaction': arrival('transaction', 'comes when a new transaction happened.'),
    'webhooks/transaction-status': arrival(
      'transaction-status',
      'comes when the status of a transaction changed.',
    ),
    refund: unobservable(
      'transaction_refunded comes when a refund was recorded.',
      'no operation that records a refund is shown',
    ),
    'webhooks/ping': arrival('ping', 'comes when the Ping action is used.'),
  },
)
