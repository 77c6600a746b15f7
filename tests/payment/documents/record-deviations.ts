import { referenceLimits } from '../../../payment/tables/parameters.js'
import { type Field, type RecordName, records, valueKinds } from '../../../payment/tables/records.js'
import { type Deviation, error, warning } from './deviation.js'
import {
  branchOf,
  flip,
  holderOf,
  isEditable,
  type JsonObject,
  objectAt,
  rename,
  schemaNamed,
} from './editing.js'

/** The rules that report one part of the documents. */
interface Rules {
  readonly contradicts: string
  readonly lacks: string
}

const quoteRules: Rules = { contradicts: 'quote/document-record', lacks: 'quote/document-shown' }
const otherRules: Rules = { contradicts: 'documents/statements', lacks: 'documents/shown' }

/** The component of a reference document for a record, the rules that report it, and its versions. */
const components: Readonly<Record<RecordName, readonly [string, Rules, (readonly string[])?]>> = {
  SignedAutorampQuote: ['SignedAutorampQuote', quoteRules],
  Fee: ['Fee', quoteRules],
  NetworkFee: ['NetworkFee', quoteRules],
  NetworkFeeWithSettlement: ['NetworkFeeWithSettlement', quoteRules],
  PartnerFee: ['PartnerFee', quoteRules],
  Amount: ['Amount', quoteRules],
  Currency: ['Currency', quoteRules],
  Account: ['Account', quoteRules],
  BankAccountIdentifier: ['BankAccountIdentifier', quoteRules],
  TermsItem: ['TermsAndConditionsLink', otherRules],
  ApiError: ['ApiError', otherRules],
  IdentificationError: ['IdentificationError', otherRules, ['2026-08-01']],
  VersionError: ['VersionError', otherRules],
  Abilities: ['CustomerAbilities', otherRules],
  TransactionStatusMessage: ['WebhookTransactionStatusMessage', otherRules],
  FiatAbilitiesMessage: ['WebhookCustomerFiatAbilitiesMessage', otherRules],
}

type Edit = (holder: JsonObject, properties: JsonObject) => void

const property = (properties: JsonObject, name: string): JsonObject => {
  const { [name]: schema } = properties
  return isEditable(schema) ? schema : {}
}

const types = (field: Field): readonly (readonly [string, JsonObject])[] => {
  const { type, format } = valueKinds[field.kind]
  if (type === undefined) return []
  const other = type === 'string' ? 'integer' : 'string'
  return [
    ['of another type', { type: other }],
    ['of two types', { type: [type, other] }],
    ...(format === undefined ? [] : [['of another format', { type, format: 'date' }] as const]),
  ]
}

const limits = ({ name, pattern, min, max }: Field): readonly (readonly [string, JsonObject])[] => {
  const { min: least = min, max: most = max, pattern: due = pattern } = referenceLimits[name] ?? {}
  if (least === undefined || most === undefined) return []
  const own = { minLength: least, maxLength: most, pattern: due?.source ?? '' }
  return [
    ['with a longer limit', { ...own, maxLength: most + 1, pattern: due?.source.replace(/\{.*\}/, '*') }],
    ['with a shorter limit', { ...own, maxLength: most - 1 }],
    ['with a greater minimum', { ...own, minLength: least + 1 }],
    ['with a smaller minimum', { ...own, minLength: least - 1, pattern: due?.source.replace(/\{.*\}/, '*') }],
    ['with a wider pattern', { ...own, pattern: '^.*$' }],
    ['with a narrower pattern', { ...own, pattern: '^[B-Y]*$' }],
  ]
}

const silences = (field: Field): readonly (readonly [string, (schema: JsonObject) => JsonObject])[] => {
  const { format, type } = valueKinds[field.kind]
  const without =
    (...keywords: readonly string[]) =>
    (schema: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)))
  const hasLimit = field.name in referenceLimits || field.min !== undefined
  return [
    ...(type === undefined ? [] : [['of no type', () => ({})] as const]),
    ...(format === undefined ? [] : [['of no format', without('format')] as const]),
    ...(hasLimit ? [['without its limits', without('minLength', 'maxLength', 'pattern')] as const] : []),
    ...(field.standard === undefined ? [] : [['without its default', without('default')] as const]),
    ...(field.isDeprecated === true
      ? [['not marked as deprecated', without('deprecated')] as const]
      : [['marked as deprecated', (schema: JsonObject) => ({ ...schema, deprecated: true })] as const]),
    ...(field.of !== undefined && field.kind === 'list'
      ? [['of unknown members', without('items')] as const]
      : []),
    ...(field.of !== undefined && field.kind === 'object'
      ? [['of unknown members', () => ({ type: 'object' })] as const]
      : []),
  ]
}

const fieldDeviations = (record: RecordName, field: Field, kind?: string): Deviation[] => {
  const [component, rules, versions] = components[record]
  const { name } = field
  const at =
    (edit: Edit) =>
    (document: JsonObject): void => {
      const root = schemaNamed(document, component)
      const holder = holderOf(document, kind === undefined ? root : branchOf(document, root, kind), name)
      if (holder) edit(holder, objectAt(holder, 'properties'))
    }
  const what = `${name} of ${kind === undefined ? '' : `${kind} `}${record}`
  const wrong = (how: string, edit: Edit, rule = rules.contradicts): Deviation =>
    error(`${what} ${how}`, rule, at(edit), versions)
  const silent = (how: string, edit: Edit): Deviation =>
    warning(`${what} ${how}`, rules.lacks, at(edit), versions)
  const isDue = field.isOptional !== true && field.isNamed !== true
  const gone = field.isOptional === true ? silent : wrong
  const limited = rules === quoteRules ? 'quote/document-limits' : rules.contradicts
  return [
    gone('taken out', (holder) => rename(holder, name)),
    gone('renamed', (holder) => rename(holder, name, `${name}_x`)),
    gone('in camel case', (holder) => rename(holder, name, `x${name[0]?.toUpperCase()}${name.slice(1)}`)),
    ...(field.isNamed === true ? [] : [wrong('with its presence flipped', (holder) => flip(holder, name))]),
    ...types(field).map(([how, schema]) => wrong(how, (_holder, all) => void (all[name] = schema))),
    ...limits(field).map(([how, more]) =>
      wrong(how, (_holder, all) => void (all[name] = { ...property(all, name), ...more }), limited),
    ),
    ...(field.standard === undefined
      ? []
      : [
          wrong(
            'of another default',
            (_holder, all) => void (all[name] = { ...property(all, name), default: !field.standard }),
            limited,
          ),
        ]),
    ...(isDue
      ? [
          wrong(
            'that may be null',
            (_holder, all) => void (all[name] = { anyOf: [all[name], { type: 'null' }] }),
          ),
        ]
      : []),
    ...(field.of !== undefined && field.kind === 'list'
      ? [
          wrong(
            'of strings',
            (_holder, all) => void (all[name] = { ...property(all, name), items: { type: 'string' } }),
          ),
        ]
      : []),
    ...silences(field).map(([how, edit]) =>
      silent(how, (_holder, all) => void (all[name] = edit(property(all, name)))),
    ),
  ]
}

const kindDeviations = (record: RecordName): Deviation[] => {
  const [component, rules] = components[record]
  const { kinds: branches } = records[record]
  if (!branches) return []
  const other = (document: JsonObject): void => {
    objectAt(schemaNamed(document, component), 'discriminator')['propertyName'] = 'kind'
  }
  return [
    error(`${record} told apart by another member`, rules.contradicts, other),
    ...Object.entries(branches).flatMap(([kind, fields]) =>
      fields.flatMap((field) => fieldDeviations(record, field, kind)),
    ),
  ]
}

const deviationsOf = (record: RecordName): Deviation[] => {
  const { fields, isDeprecated } = records[record]
  const [component, { lacks }] = components[record]
  const unmarked = warning(`${record} not marked as deprecated`, lacks, (document) => {
    delete schemaNamed(document, component)['deprecated']
  })
  return [
    ...fields.filter(({ name }) => name !== 'type').flatMap((field) => fieldDeviations(record, field)),
    ...kindDeviations(record),
    ...(isDeprecated ? [unmarked] : []),
  ]
}

const isRecord = (name: string): name is RecordName => name in components

/** Every field of every record, with each possible mistake of a document about it. */
export const recordDeviations: readonly Deviation[] = Object.keys(components)
  .filter(isRecord)
  .flatMap(deviationsOf)
