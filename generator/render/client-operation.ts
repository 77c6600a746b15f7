import { componentName, formStyleOf, isJsonType, mediaTypeOf } from '../../document/index.js'
import type { ClientOperation, ClientScheme, ClientService } from '../../runtime/client/types.js'
import type {
  JsonSchema,
  JsonSchemaObject,
  Operation,
  Parameter,
  SecurityScheme,
} from '../../runtime/surface.js'
import { isDated } from '../build/names.js'
import { isIdempotencyKey, isVersionHeader } from '../build/operations.js'
import type { DocumentModel } from '../model/document.js'
import type { ClientValues } from './template-model.js'

/** The members of a request, by the location of parameters. */
export const requestLocations = {
  path: 'path',
  query: 'query',
  header: 'headers',
  cookie: 'cookies',
} as const

/** The description of an operation for the client, without runtime functions. */
type OperationData = Omit<ClientOperation, 'styled' | 'encodeForm' | 'readEvents'>

// Defaults of the runtime. A cookie has one value, so exploded pairs cannot be distinguished in it.
const usualStyles = { query: '*', path: ',', header: ',', cookie: ',' } as const

const styleOf = ({ style, explode, allowReserved, content, in: location }: Parameter): string => {
  if (content) return 'json'
  const mark = explode && location !== 'cookie' ? '*' : ''
  const reserved = allowReserved && location === 'query' ? '+' : ''
  const isPlain = (style === 'form' || style === 'simple') && reserved === ''
  return isPlain ? mark || ',' : style + mark + reserved
}

// For scalars only a prefix or delimiter mark makes a style visible; for lists and objects any style is.
const isScalar = ({ schema }: Parameter): boolean =>
  typeof schema === 'object' &&
  typeof schema.type === 'string' &&
  ['string', 'integer', 'number', 'boolean'].includes(schema.type)

const isUsual = (parameter: Parameter): boolean => {
  const style = styleOf(parameter)
  return (isScalar(parameter) && style.length === 1) || style === usualStyles[parameter.in]
}

/** How the members of a form are written that are not written like those of most: the style, or the type of a part. */
const formStylesOf = ({ requestBody }: Operation): [string, string][] =>
  Object.entries(requestBody?.content ?? {}).flatMap(([type, { encoding = {} }]) =>
    Object.entries(encoding).flatMap(([name, one]): [string, string][] => {
      const { contentType = '' } = one
      if (/^multipart\//i.test(type)) return isOneType(contentType) ? [[`part:${name}`, contentType]] : []
      if (mediaTypeOf(type) !== 'application/x-www-form-urlencoded') return []
      // A style takes precedence over a media type.
      const style = formStyleOf(one) ?? (isJsonType(contentType) ? 'json' : undefined)
      return style === undefined ? [] : [[`form:${name}`, style]]
    }),
  )

// Of a list or a range, the caller chooses by the type of a Blob; text needs none.
const isOneType = (type: string): boolean => /^[^,*]+$/.test(type) && mediaTypeOf(type) !== 'text/plain'

const acceptOf = ({ responses }: Operation): string | undefined => {
  const names = Object.values(responses).flatMap(({ content }) => Object.keys(content))
  const types = new Set(names.map((name) => mediaTypeOf(name)))
  types.delete('')
  const accept = [...types].join(', ')
  return accept === '' || accept === 'application/json' ? undefined : accept
}

/** Statuses by precedence: exact ones, ranges, `default`; a success is added where none is documented. */
export function statusesOf({ responses }: Operation): { status: string; hasContent: boolean }[] {
  const rank = (status: string): number => (/^\d{3}$/.test(status) ? 0 : status === 'default' ? 2 : 1)
  const known = Object.entries(responses)
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([status, { content }]) => ({ status, hasContent: Object.keys(content).length > 0 }))
  const hasSuccess = known.some(({ status }) => /^(2|default)/.test(status))
  return hasSuccess ? known : [...known, { status: '2XX', hasContent: false }]
}

/** The security schemes of an operation: the names of each alternative. */
const authOf = ({ security }: Operation): string[][] => security.map((all) => Object.keys(all))

/** The server of an operation: the first in the document. */
const serverOf = ({ servers }: Operation): string => servers[0] ?? '/'

const declaresHeader = ({ responses }: Operation, header: string): boolean => {
  const successes = Object.entries(responses).filter(([status]) => /^(2|default)/i.test(status))
  const names = successes.flatMap(([, { headers }]) => Object.keys(headers))
  return names.some((name) => name.toLowerCase() === header.toLowerCase())
}

/** The defaults of a document, which most operations share and need not repeat. */
interface Usual {
  readonly server: string
  /** As JSON. */
  readonly auth: string
  readonly versionHeader: string | undefined
  /** Whether responses declare the version header. */
  readonly echoes: boolean
}

/** The description of an operation for the client, without the defaults. */
const operationData = (id: string, operation: Operation, usual: Usual): OperationData => {
  const { method, path, parameters, requestBody } = operation
  const ofParameters = parameters
    .filter((parameter) => !isUsual(parameter))
    .map((parameter) => [`${parameter.in}:${parameter.name}`, styleOf(parameter)])
  const styles = [...ofParameters, ...formStylesOf(operation)]
  const body = Object.keys(requestBody?.content ?? {})
  const accept = acceptOf(operation)
  const auth = authOf(operation)
  const idempotency = parameters.find(isIdempotencyKey)?.name
  const { versionHeader } = usual
  const isUnversioned = versionHeader !== undefined && !parameters.some(isVersionHeader)
  const isUnechoed =
    versionHeader !== undefined && usual.echoes && !isUnversioned && !declaresHeader(operation, versionHeader)
  const server = serverOf(operation)
  return {
    id,
    method: method.toUpperCase(),
    path: path.replace(/#.*/s, ''),
    statuses: statusesOf(operation)
      .map(({ status, hasContent }) => status + (hasContent ? '' : '-'))
      .join(' '),
    ...(styles.length > 0 && { styles: Object.fromEntries(styles) }),
    ...(body.length > 0 && { body }),
    ...(accept !== undefined && { accept }),
    ...(JSON.stringify(auth) !== usual.auth && { auth }),
    ...(idempotency !== undefined && { idempotency }),
    ...(isUnversioned && { unversioned: true }),
    ...(isUnechoed && { unechoed: true }),
    ...(server !== usual.server && !server.includes('{') && { server }),
  }
}

/** Additional runtime functions that an operation needs. */
export function helpersOf({ styles = {}, body = [], accept = '' }: OperationData): string[] {
  const isStyled = ([at, style]: [string, string]): boolean => style.length > 1 && !/^(form|part):/.test(at)
  return [
    ...(Object.entries(styles).some(isStyled) ? ['styled'] : []),
    ...(body.every(isJsonType) ? [] : ['encodeForm']),
    ...(accept.includes('text/event-stream') ? ['readEvents'] : []),
  ]
}

/** The most frequent value; the first one if several are equally frequent. */
export function mostCommonOf(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0]
}

/** The location of a credential, and whether it is base64-encoded. */
export type SchemeData = Omit<ClientScheme, 'encode'> & { readonly isBase64: boolean }

const schemeOf = ({ type, name, in: location, scheme }: SecurityScheme): SchemeData | undefined => {
  if (type === 'apiKey')
    return location === 'header' || location === 'query' || location === 'cookie'
      ? { in: location, name: name ?? '', isBase64: false }
      : undefined
  const authorization = { in: 'header', name: 'authorization', isBase64: false } as const
  if (type === 'http') {
    const word = scheme ?? 'bearer'
    const prefix = `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()} `
    return { ...authorization, prefix, isBase64: prefix === 'Basic ' }
  }
  return type === 'oauth2' || type === 'openIdConnect' ? { ...authorization, prefix: 'Bearer ' } : undefined
}

/** The input for printing the client of a document. */
export interface ClientView {
  readonly service: Omit<ClientService, 'version' | 'schemes' | 'isVersionError'>
  readonly schemes: Readonly<Record<string, SchemeData>>
  readonly operations: Readonly<Record<string, OperationData>>
  /** Headers that the client sends itself, as the document spells them. */
  readonly managed: ReadonlySet<string>
  /** Whether the document has a version header but no date itself, so that the caller must provide the version. */
  readonly wantsVersion: boolean
}

/** Computes the client of a document from its table of operations. */
export function clientView(
  model: Pick<DocumentModel, 'name' | 'operations' | 'securitySchemes'>,
): ClientView {
  const { name, operations, securitySchemes } = model
  const all = Object.values(operations)
  const parameters = all.flatMap((one) => one.parameters)
  const headers = parameters.filter(({ in: location }) => location === 'header')
  const versionHeader = headers.find(isVersionHeader)?.name
  const usual: Usual = {
    server: mostCommonOf(all.map(serverOf)) ?? '/',
    auth: mostCommonOf(all.map((operation) => JSON.stringify(authOf(operation)))) ?? '[]',
    versionHeader,
    echoes: versionHeader !== undefined && all.some((operation) => declaresHeader(operation, versionHeader)),
  }
  const schemes = Object.entries(securitySchemes).flatMap(([id, scheme]): [string, SchemeData][] => {
    const known = schemeOf(scheme)
    return known ? [[id, known]] : []
  })
  const sent = schemes.filter(([, one]) => one.in === 'header')
  const credentials = new Set(sent.map(([, one]) => one.name.toLowerCase()))
  const isManaged = (header: Parameter): boolean =>
    isVersionHeader(header) || isIdempotencyKey(header) || credentials.has(header.name.toLowerCase())
  const rows = Object.entries(operations).map(([id, one]) => [id, operationData(id, one, usual)] as const)
  const auth: string[][] = JSON.parse(usual.auth)
  return {
    service: {
      ...(versionHeader !== undefined && { versionHeader }),
      ...(/^https?:\/\/[^{}]+$/.test(usual.server) && { server: usual.server }),
      auth,
    },
    schemes: Object.fromEntries(schemes),
    operations: Object.fromEntries(rows),
    managed: new Set(headers.filter(isManaged).map(({ name: header }) => header)),
    wantsVersion: versionHeader !== undefined && !isDated(name),
  }
}

type Model = Pick<DocumentModel, 'operations' | 'schemas'>

const typeOf = (component: string): string => `components["schemas"][${JSON.stringify(component)}]`

/** A schema that may be an error, with its component. */
interface Candidate {
  readonly schema: JsonSchemaObject
  readonly component: string | undefined
}

/** The schemas that may describe a value: the schema itself, its components, and the branches of its unions. */
const candidates = (start: JsonSchema | undefined, schemas: Model['schemas']): Candidate[] => {
  const found: Candidate[] = []
  const seen = new Set<string>()
  const visit = (schema: JsonSchema | undefined, component?: string): void => {
    if (typeof schema !== 'object') return
    found.push({ schema, component })
    const target = componentName(schema.$ref)
    if (target !== undefined && !seen.has(target)) {
      seen.add(target)
      visit(schemas[target], target)
    }
    for (const branch of [schema.oneOf, schema.anyOf, schema.allOf].flat()) visit(branch)
  }
  visit(start)
  return found
}

const errorSchemas = ({ operations, schemas }: Model): Candidate[] =>
  Object.values(operations)
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => /^[45]|^default$/.test(status))
    .flatMap(([, { content }]) => Object.values(content))
    .flatMap(({ schema }) => candidates(schema, schemas))

/** The code of a version error: the one value of `error`, beside the list of versions that are supported. */
const versionCodeOf = ({ properties = {} }: JsonSchemaObject): string | undefined => {
  const { error, supported } = properties
  if (typeof error !== 'object' || typeof supported !== 'object' || supported.type !== 'array')
    return undefined
  const [code, ...others] = error.enum ?? [error.const]
  return typeof code === 'string' && others.length === 0 ? code : undefined
}

const isListed = ({ properties = {}, required = [] }: JsonSchemaObject): boolean =>
  ['code', 'message'].every((name) => Object.hasOwn(properties, name) && required.includes(name))

const listOf = ({ schema, component }: Candidate, schemas: Model['schemas']): string | undefined => {
  const item = candidates(schema.items, schemas).find((one) => isListed(one.schema))
  if (!item) return undefined
  if (component !== undefined) return typeOf(component)
  return item.component === undefined
    ? 'readonly { readonly code: unknown; readonly message: unknown }[]'
    : `readonly ${typeOf(item.component)}[]`
}

/** The errors that clients know by structure: of a version that is not served, and lists with codes. */
export function knownErrors(
  model: Model,
): Pick<ClientValues, 'versionError' | 'versionErrorCode' | 'errors'> {
  const all = errorSchemas(model)
  const version = all.find(({ schema }) => versionCodeOf(schema) !== undefined)
  const code = version && versionCodeOf(version.schema)
  const lists = new Set(all.flatMap((one) => listOf(one, model.schemas) ?? []))
  const versionErrorCode = version && JSON.stringify(code)
  const inline = version && `{ readonly error: ${versionErrorCode} }`
  const versionError = version?.component === undefined ? inline : typeOf(version.component)
  return { versionError, versionErrorCode, errors: lists.size > 0 ? [...lists].join(' | ') : undefined }
}
