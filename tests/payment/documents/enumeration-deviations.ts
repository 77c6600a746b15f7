import { eventKinds } from '../../../conformance/exchange/delivery.js'
import { topicOf } from '../../../payment/tables/messages.js'
import { records } from '../../../payment/tables/records.js'
import { enumerations, type EnumerationName } from '../../../payment/tables/enumerations.js'
import { type Deviation, earlier, error, newest, warning } from './deviation.js'
import { type JsonObject, listAt, namesAt, objectAt, rename, schemaNamed, withoutKind } from './editing.js'

const listed = 'enumerations/documents'
const older = 'enumerations/older-documents'
const said = 'documents/statements'

type Holder = (document: JsonObject) => JsonObject

/** The locations at which the reference documents list the values of an enumeration. */
const holders: Readonly<Record<EnumerationName, Holder>> = {
  Blockchain: (document) => schemaNamed(document, 'Blockchain'),
  RateExpiryPolicy: (document) => schemaNamed(document, 'RateExpiryPolicy'),
  FeeSettlement: (document) => schemaNamed(document, 'FeeSettlement'),
  DepositAccountType: (document) => schemaNamed(document, 'DepositAccountType'),
  PaymentNetwork: (document) => schemaNamed(document, 'PaymentNetwork'),
  NetworkFeeType: (document) => schemaNamed(document, 'NetworkFeeType'),
  DeprecatedNetworkFee: (document) =>
    objectAt(listAt(schemaNamed(document, 'NetworkFee'), 'allOf')[0] ?? {}, 'properties', 'type'),
  'Rail status': (document) => schemaNamed(document, 'AbilityStatus'),
  'Identification status': (document) => schemaNamed(document, 'IdentificationStatus'),
  'Identification error code': (document) => schemaNamed(document, 'IdentificationErrorCode'),
  'Version error': (document) => objectAt(schemaNamed(document, 'VersionError'), 'properties', 'error'),
  'Version error reason': (document) =>
    objectAt(schemaNamed(document, 'VersionError'), 'properties', 'reason'),
}

const listing =
  (holder: Holder, edit: (values: readonly string[]) => readonly string[]) =>
  (document: JsonObject): void => {
    const node = holder(document)
    const { const: single } = node
    const values = typeof single === 'string' ? [single] : namesAt(node, 'enum')
    delete node['const']
    node['enum'] = edit(values)
  }

const isOwn = (name: string): boolean => /error/.test(name)

/** Each value removed or respelled, and one value added. */
const ofEnumeration = ([name, holder]: readonly [string, Holder], values: readonly string[]): Deviation[] => {
  const edits: (readonly [string, (all: readonly string[]) => readonly string[]])[] = [
    // An empty list is read as none.
    ...(values.length < 2 ? [] : values).map(
      (value) =>
        [`${name} without ${value}`, (all: readonly string[]) => all.filter((one) => one !== value)] as const,
    ),
    ...values.map(
      (value) =>
        [
          `${name} with ${value} in another case`,
          (all: readonly string[]) => all.map((one) => (one === value ? swapped(one) : one)),
        ] as const,
    ),
    [`${name} with one more`, (all) => [...all, 'Dogecoin']],
  ]
  return edits.flatMap(([what, edit]) => {
    const change = listing(holder, edit)
    if (isOwn(name)) return [error(what, said, change, name.startsWith('Version') ? undefined : newest)]
    return [error(what, listed, change, newest), warning(what, older, change, earlier)]
  })
}

const swapped = (text: string): string =>
  text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()

const unlisted = ([name, holder]: readonly [string, Holder]): Deviation[] =>
  isOwn(name) || /status/i.test(name)
    ? []
    : [
        warning(`values of ${name} not listed`, 'documents/shown', (document) => {
          delete holder(document)['enum']
        }),
      ]

const tagged = ['Currency', 'Account', 'BankAccountIdentifier'] as const

const withoutKindOf =
  (record: string, kind: string) =>
  (document: JsonObject): void =>
    withoutKind(schemaNamed(document, record), kind)

const kinds = tagged.flatMap((record) =>
  Object.keys(records[record].kinds ?? {}).flatMap((kind) => [
    error(`${record} without ${kind}`, listed, withoutKindOf(record, kind), newest),
    warning(`${record} without ${kind}`, older, withoutKindOf(record, kind), earlier),
  ]),
)

const withoutTopic =
  (topic: string) =>
  (document: JsonObject): void => {
    const topics = schemaNamed(document, 'WebhookEventType')
    topics['enum'] = namesAt(topics, 'enum').filter((one) => one !== topic)
  }

/** Lists topics where endpoints are listed, instead of by the name of a schema. */
const topicsInPlace = (document: JsonObject): void => {
  const topics = eventKinds.map(topicOf).filter((one) => one !== 'CustomerFiatAbilities')
  const listed = { type: 'array', items: { type: 'string', enum: topics } }
  const response = objectAt(document, 'paths', '/webhooks', 'get', 'responses', '200')
  response['content'] = { 'application/json': { schema: { type: 'object', properties: { topics: listed } } } }
}

/** Lists a few topics by the names of the delivered types. */
const topicsInSnakeCase = (document: JsonObject): void => {
  const listed = { type: 'array', items: { type: 'string', enum: ['customer_created', 'new_autoramp'] } }
  objectAt(schemaNamed(document, 'Webhook'), 'properties')['topics'] = listed
}

const withoutWebhook =
  (kind: string) =>
  (document: JsonObject): void => {
    delete objectAt(document, 'webhooks')[kind]
  }

const events = eventKinds.flatMap((kind) => {
  const edits = [
    [`no delivery of type ${kind}`, withoutKindOf('WebhookContainer', kind)],
    [`no webhook ${kind}`, withoutWebhook(kind)],
    ...(kind === 'ping' ? [] : [[`no topic ${topicOf(kind)}`, withoutTopic(topicOf(kind))] as const]),
  ] as const
  // Ping is always delivered, so a list of topics need not have it: its absence is a warning.
  if (kind === 'ping') return edits.map(([what, change]) => warning(what, 'documents/shown', change))
  return edits.flatMap(([what, change]) => [
    error(what, 'enumerations/event-kinds', change, newest),
    warning(what, older, change, earlier),
  ])
})

const inPlace: Deviation = {
  ...error('a topic less, where they are listed in place', 'enumerations/event-kinds', topicsInPlace, newest),
  isSingle: true,
}

const topicsInLowerCase = (document: JsonObject): void => {
  const { enum: listed } = schemaNamed(document, 'WebhookEventType')
  if (!Array.isArray(listed)) throw new TypeError('the topics are listed elsewhere')
  schemaNamed(document, 'WebhookEventType')['enum'] = listed.map((topic, index) =>
    index < 3 ? String(topic).toLowerCase() : (topic as unknown),
  )
}

const inSnakeCase: readonly Deviation[] = [
  {
    ...error('two topics in snake case', 'enumerations/event-kinds', topicsInSnakeCase, newest),
    isSingle: true,
  },
  {
    ...error('three topics in lower case', 'enumerations/event-kinds', topicsInLowerCase, newest),
    isSingle: true,
  },
  warning('two topics in snake case', older, topicsInSnakeCase, earlier),
]

const rails: readonly Deviation[] = [
  error('no FedNow rail', 'autoramp/rail-document', withoutKindOf('DepositRail', 'FedNow'), [
    '2026-07-01',
    '2026-08-01',
  ]),
  ...['Iban', 'AchWire', 'Swift'].map((rail) =>
    warning(`no rail ${rail}`, 'documents/shown', withoutKindOf('DepositRail', rail)),
  ),
  warning('no deposit_rails', 'documents/shown', (document) =>
    rename(schemaNamed(document, 'Autoramp'), 'deposit_rails'),
  ),
]

/** Every value of every enumeration, and every kind. */
export const enumerationDeviations: readonly Deviation[] = [
  ...Object.entries(holders).flatMap((entry) => {
    const { [entry[0]]: values = [] }: Readonly<Record<string, readonly string[]>> = enumerations
    return ofEnumeration(entry, values).concat(unlisted(entry))
  }),
  ...kinds,
  ...events,
  inPlace,
  ...inSnakeCase,
  ...rails,
]
