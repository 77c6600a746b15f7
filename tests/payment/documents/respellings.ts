import { messageNames } from '../../../payment/tables/messages.js'
import { isEditable, type JsonObject, listAt, objectAt, schemaNamed } from './editing.js'

/** Writes a document in another way that means the same. */
export type Respell = (document: JsonObject) => JsonObject

type Change = (node: JsonObject) => unknown

/** Changes every object of a value, inner ones first, except for examples. */
const everywhere = (value: unknown, change: Change): unknown => {
  if (Array.isArray(value)) return value.map((one) => everywhere(one, change))
  if (!isEditable(value)) return value
  const inner = Object.entries(value)
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .map(([key, one]) => [key, everywhere(one, change)])
  return change(Object.fromEntries(inner))
}

const throughout =
  (change: Change): Respell =>
  (document) => {
    const respelled = everywhere(document, change)
    return isEditable(respelled) ? respelled : {}
  }

const isReference = ({ $ref }: JsonObject): boolean =>
  typeof $ref === 'string' && $ref.startsWith('#/components/schemas/')

const isText = ({ type }: JsonObject): boolean => type === 'string'

const listsTexts = (node: JsonObject): boolean => isText(node) && Array.isArray(node['enum'])

const oneOfConstants: Change = (node) => {
  const { enum: values, ...rest } = node
  return listsTexts(node) && Array.isArray(values)
    ? { ...rest, oneOf: values.map((value: unknown) => ({ const: value })) }
    : node
}

const split: Change = (node) => {
  const { type, ...limits } = node
  return isText(node) && Object.keys(limits).some((key) => /Length|pattern|format|enum/.test(key))
    ? { allOf: [{ type }, limits] }
    : node
}

const equivalent: Change = (node) => {
  const { pattern } = node
  if (typeof pattern !== 'string') return node
  const texts = pattern
    .replaceAll('[0-9]', '\\d')
    .replaceAll('A-Za-z', 'a-zA-Z')
    .replace('^', '^(?:')
    .replace(/\$$/, ')$')
  return { ...node, pattern: texts }
}

/** Other names for every component, or for every one but the messages, whose names are stated. */
const renamed =
  (stated: ReadonlySet<string>): Respell =>
  (document) => {
    const text = JSON.stringify(document)
    const names = Object.keys(objectAt(document, 'components', 'schemas')).filter((name) => !stated.has(name))
    const other = new Map(names.map((name, index) => [name, `Shape${index}`]))
    const respelled: JsonObject = JSON.parse(
      text.replaceAll(
        /"#\/components\/schemas\/([^"]+)"/g,
        (_all, name: string) => `"#/components/schemas/${other.get(name) ?? name}"`,
      ),
    )
    const components = objectAt(respelled, 'components')
    const schemas = objectAt(components, 'schemas')
    components['schemas'] = Object.fromEntries(
      Object.entries(schemas).map(([name, one]) => [other.get(name) ?? name, one]),
    )
    return respelled
  }

const inlined: Respell = (document) => {
  const schemas = objectAt(document, 'components', 'schemas')
  const inline = (value: unknown, inside: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => inline(one, inside))
    if (!isEditable(value)) return value
    const name = isReference(value) ? String(value['$ref']).split('/').at(-1) : undefined
    // A recursive reference cannot be written out.
    if (name !== undefined && !inside.includes(name) && inside.length < 12) {
      const { $ref: _reference, ...beside } = value
      const target = inline(schemas[name], [...inside, name])
      return Object.keys(beside).length === 0 ? target : { allOf: [target, beside] }
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === 'discriminator' ? one : inline(one, inside)]),
    )
  }
  const { paths, ...rest } = document
  return { ...rest, paths: inline(paths, []) }
}

const reversed: Change = (node) =>
  Object.fromEntries(
    Object.entries(node)
      .toReversed()
      .map(([key, one]) => [
        key,
        Array.isArray(one) && /^(enum|required|oneOf|anyOf|parameters)$/.test(key) ? one.toReversed() : one,
      ]),
  )

const plainJson: Change = (node) =>
  Object.fromEntries(
    Object.entries(node).map(([key, one]) => [
      key.replace('application/json; charset=utf-8', 'application/json'),
      one,
    ]),
  )

/** As frameworks write documents that do not know what a method produces; the specification has the type of a quote. */
const anyMedia: Respell = (document) => {
  const { '/autoramps/quote': quote, ...others } = objectAt(document, 'paths')
  const paths = everywhere(others, ({ responses, ...rest }) =>
    responses === undefined
      ? rest
      : {
          ...rest,
          responses: JSON.parse(JSON.stringify(responses).replaceAll(/"application\/json[^"]*":/g, '"*/*":')),
        },
  )
  return { ...document, paths: { ...Object(paths), '/autoramps/quote': quote } }
}

const atTheTop: Respell = (document) => {
  const paths = everywhere(document['paths'], ({ security, ...rest }) =>
    Array.isArray(security) && security.length === 0 ? { security, ...rest } : rest,
  )
  return { ...document, security: [{ ApiKeyAuth: [] }], paths }
}

const prefixed: Respell = (document) => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(objectAt(document, 'paths')).map(([path, item]) => [`/api${path}`, item]),
  ),
})

/** Nulls, constants and webhooks in the spelling of OpenAPI 3.0. */
const old: Change = (node) => {
  // Keywords beside a reference have no effect.
  if (isReference(node) && Object.keys(node).length > 1) {
    const { $ref, ...beside } = node
    return { ...beside, allOf: [{ $ref }] }
  }
  const { type, anyOf, const: only, webhooks, openapi, ...rest } = node
  const union = isEditable(node) ? listAt(node, 'anyOf') : []
  const others = union.filter((one) => one['type'] !== 'null')
  return {
    ...rest,
    ...(openapi === undefined ? {} : { openapi: '3.0.3' }),
    ...(webhooks === undefined ? {} : { 'x-webhooks': webhooks }),
    ...(only === undefined ? {} : { enum: [only] }),
    ...(Array.isArray(type)
      ? { type: String(type.find((one) => one !== 'null')), nullable: true }
      : type === undefined
        ? {}
        : { type }),
    ...(anyOf === undefined
      ? {}
      : others.length < union.length && others.length === 1
        ? { allOf: others, nullable: true }
        : { anyOf }),
  }
}

/** Moves the id of the snapshot of abilities from its message into its container. */
const idInContainer: Respell = (document) => {
  const schemas = objectAt(document, 'components', 'schemas')
  const { id, ...message } = objectAt(schemas, 'WebhookCustomerFiatAbilitiesMessage', 'properties')
  const container = objectAt(schemas, 'WebhookContainer_CustomerFiatAbilities')
  const changed = {
    WebhookCustomerFiatAbilitiesMessage: {
      ...objectAt(schemas, 'WebhookCustomerFiatAbilitiesMessage'),
      required: Object.keys(message),
      properties: message,
    },
    WebhookContainer_CustomerFiatAbilities: {
      ...container,
      properties: { ...objectAt(container, 'properties'), id },
    },
  }
  const components = { ...objectAt(document, 'components'), schemas: { ...schemas, ...changed } }
  return { ...document, components }
}

/** Moves the id as well, of a message that is itself in a union: it means the same, and never ends for a reader. */
const idBesideRecursion: Respell = (document) => {
  const moved = idInContainer(document)
  const name = 'WebhookCustomerFiatAbilitiesMessage'
  const schemas = objectAt(moved, 'components', 'schemas')
  const union = { anyOf: [schemas[name], { $ref: `#/components/schemas/${name}` }] }
  return {
    ...moved,
    components: { ...objectAt(moved, 'components'), schemas: { ...schemas, [name]: union } },
  }
}

/** Lets a mapping lead from several kinds of American accounts to one schema, which names none of them. */
const oneForSeveral: Respell = (document) => {
  const schemas = objectAt(document, 'components', 'schemas')
  const kinds = ['ACH', 'Wire', 'RTP', 'FEDNOW']
  const union = objectAt(schemas, 'BankAccountIdentifier')
  const mapping = objectAt(union, 'discriminator', 'mapping')
  const replaced = new Set(kinds.map((kind) => mapping[kind]))
  const one = { $ref: '#/components/schemas/American' }
  const changed = {
    American: {
      allOf: [
        { type: 'object', required: ['type'], properties: { type: { type: 'string' } } },
        { $ref: '#/components/schemas/BankAccountACHIdentifier' },
      ],
    },
    BankAccountIdentifier: {
      ...union,
      oneOf: [one, ...listAt(union, 'oneOf').filter(({ $ref }) => !replaced.has($ref))],
      discriminator: {
        ...objectAt(union, 'discriminator'),
        mapping: { ...mapping, ...Object.fromEntries(kinds.map((kind) => [kind, one.$ref])) },
      },
    },
  }
  const components = { ...objectAt(document, 'components'), schemas: { ...schemas, ...changed } }
  return { ...document, components }
}

/** The items of a deprecated list, written out, have no mark of their own. */
const unmarkedItems: Respell = (document) => {
  const fees = objectAt(schemaNamed(document, 'Fee'), 'properties', 'network_fees')
  const { deprecated: _, ...items } = schemaNamed(document, 'NetworkFee')
  Object.assign(fees, { deprecated: true, items })
  return document
}

/** Ways to write a document of OpenAPI 3.1 that mean the same. */
export const respellings: Readonly<Record<string, Respell>> = {
  'references in allOf': throughout((node) =>
    isReference(node) && Object.keys(node).length === 1 ? { allOf: [node] } : node,
  ),
  'references with remarks beside them': throughout((node) =>
    isReference(node) ? { ...node, title: 'It' } : node,
  ),
  'components of other names': renamed(new Set(messageNames)),
  'components and messages of other names': renamed(new Set()),
  'no components': inlined,
  'items of a deprecated list without a mark': unmarkedItems,
  'members in another order': throughout(reversed),
  'enumerations as constants': throughout(oneOfConstants),
  'types in lists': throughout((node) => (isText(node) ? { ...node, type: ['string'] } : node)),
  'limits beside types': throughout(split),
  'patterns in other words': throughout(equivalent),
  'JSON without a charset': throughout(plainJson),
  'responses of any media type': anyMedia,
  'the key for all operations': atTheTop,
  'the prefix in the paths': prefixed,
  'the id of abilities in the container': idInContainer,
  'the id of abilities in the container, of a recursive message': idBesideRecursion,
  'one schema for several tags': oneForSeveral,
}

/** A document converted to OpenAPI 3.0. */
export const inOpenApi30: Respell = throughout(old)
