import { once } from '../load/once.js'
import type { ClientOperation, ClientScheme, ClientService } from '../../runtime/client/service.js'
import type { Operation, Parameter, SecurityScheme } from '../../runtime/surface.js'
import type { DocumentModel } from '../model/document.js'
import { isDated } from '../build/dated.js'

const isVersionHeader = ({ in: place, name }: Parameter): boolean =>
  place === 'header' && /^(x-)?api-version$/i.test(name)
const isIdempotencyKey = ({ in: place, name }: Parameter): boolean =>
  place === 'header' && /^(x-)?idempotency-?key$/i.test(name)

// As the runtime does it when nothing is said. Pairs cannot be told apart in a cookie's one value.
const usualStyles = { query: '*', path: ',', header: ',', cookie: ',' } as const

const styleOf = ({ style, explode, allowReserved, content, in: place }: Parameter): string => {
  if (content) return 'json'
  const mark = explode && place !== 'cookie' ? '*' : ''
  const reserved = allowReserved && place === 'query' ? '+' : ''
  const isPlain = (style === 'form' || style === 'simple') && reserved === ''
  return isPlain ? mark || ',' : style + mark + reserved
}

// The style of one plain value shows only where there is a mark or a prefix; that of a list or an object does always.
const isScalar = ({ schema }: Parameter): boolean =>
  typeof schema === 'object' &&
  typeof schema.type === 'string' &&
  ['string', 'integer', 'number', 'boolean'].includes(schema.type)

const isUsual = (parameter: Parameter): boolean => {
  const style = styleOf(parameter)
  return (isScalar(parameter) && style.length === 1) || style === usualStyles[parameter.in]
}

const bare = (mediaType: string): string => mediaType.replace(/;.*/s, '').trim()

const acceptOf = ({ responses }: Operation): string | undefined => {
  const types = new Set(Object.values(responses).flatMap(({ content }) => Object.keys(content).map(bare)))
  types.delete('')
  const accept = [...types].join(', ')
  return accept === '' || accept === 'application/json' ? undefined : accept
}

const statusesOf = ({ responses }: Operation): string => {
  // A status is looked for by its own entry before its range and `default`.
  const rank = (status: string): number => (/^\d{3}$/.test(status) ? 0 : status === 'default' ? 2 : 1)
  const entries = Object.entries(responses).toSorted(([a], [b]) => rank(a) - rank(b))
  const known = entries.map(
    ([status, { content }]) => `${status}${Object.keys(content).length > 0 ? '' : '-'}`,
  )
  const hasSuccess = known.some((status) => /^(2|default)/.test(status))
  return [...known, ...(hasSuccess ? [] : ['2XX-'])].join(' ')
}

const authOf = ({ security }: Operation): string[][] => security.map((all) => Object.keys(all))

const serverOf = ({ servers }: Operation): string => servers[0] ?? '/'

/** What most operations have; the first of those that come up equally often. */
const mostCommon = (values: readonly string[]): string | undefined => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0]
}

interface Usual {
  readonly server: string
  readonly auth: string
  readonly versionHeader: string | undefined
}

const compact = (operation: Operation, usual: Usual): ClientOperation => {
  const { method, path, parameters, requestBody } = operation
  const styles = parameters
    .filter((parameter) => !isUsual(parameter))
    .map((parameter) => [`${parameter.in}:${parameter.name}`, styleOf(parameter)])
  const body = Object.keys(requestBody?.content ?? {})
  const accept = acceptOf(operation)
  const auth = authOf(operation)
  const idempotency = parameters.find(isIdempotencyKey)?.name
  const isUnversioned = usual.versionHeader !== undefined && !parameters.some(isVersionHeader)
  const server = serverOf(operation)
  return {
    method: method.toUpperCase(),
    path: path.replace(/#.*/s, ''),
    statuses: statusesOf(operation),
    ...(styles.length > 0 && { styles: Object.fromEntries(styles) }),
    ...(body.length > 0 && { body }),
    ...(accept !== undefined && { accept }),
    ...(JSON.stringify(auth) !== usual.auth && { auth }),
    ...(idempotency !== undefined && { idempotency }),
    ...(isUnversioned && { unversioned: true }),
    ...(server !== usual.server && !server.includes('{') && { server }),
  }
}

/** What is asked of each operation, and of those that versions share not again for each version. */
const factsOf = once((operation: Operation) => ({
  server: serverOf(operation),
  auth: JSON.stringify(authOf(operation)),
  versionHeader: operation.parameters.find(isVersionHeader)?.name,
  headers: operation.parameters.filter(({ in: place }) => place === 'header'),
  /** Its row, by what is usual in its document. */
  rows: new Map<string, ClientOperation>(),
}))

const rowOf = (operation: Operation, usual: Usual, key: string): ClientOperation => {
  const { rows } = factsOf(operation)
  const row = rows.get(key) ?? compact(operation, usual)
  rows.set(key, row)
  return row
}

const schemeOf = ({ type, name, in: place, scheme }: SecurityScheme): ClientScheme | undefined => {
  if (type === 'apiKey')
    return place === 'header' || place === 'query' || place === 'cookie'
      ? { in: place, name: name ?? '' }
      : undefined
  const authorization = { in: 'header', name: 'authorization' } as const
  if (type === 'http') {
    const word = scheme ?? 'bearer'
    return { ...authorization, prefix: `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()} ` }
  }
  return type === 'oauth2' || type === 'openIdConnect' ? { ...authorization, prefix: 'Bearer ' } : undefined
}

interface Extra {
  readonly name: string
  readonly file: string
}

const isJson = (mediaType: string): boolean => /[/+]json$/i.test(bare(mediaType))

/** Parts of the runtime that not every document needs, and that this one does. */
const extrasOf = (
  operations: readonly ClientOperation[],
  schemes: readonly ClientScheme[],
): readonly Extra[] => {
  const has = (test: (operation: ClientOperation) => boolean): boolean => operations.some(test)
  const needed: readonly (readonly [boolean, string, string])[] = [
    [has(({ styles = {} }) => Object.values(styles).some((style) => style.length > 1)), 'styled', 'styles'],
    [has(({ body = [] }) => !body.every(isJson)), 'encodeForm', 'forms'],
    [schemes.some(({ prefix }) => prefix === 'Basic '), 'base64', 'base64'],
    [has(({ accept = '' }) => accept.includes('text/event-stream')), 'readEvents', 'events'],
  ]
  return needed.flatMap(([isNeeded, name, file]) => (isNeeded ? [{ name, file }] : []))
}

/** Everything that the client of a document is printed from. */
export interface ClientView {
  readonly service: Omit<ClientService, 'operations' | 'judge'>
  /** By operation id: what a later version repeats of an earlier one may be left out and inherited. */
  readonly operations: Readonly<Record<string, ClientOperation>>
  readonly extras: readonly Extra[]
  /** Headers that the client sends by itself, as the document spells them. */
  readonly managed: readonly string[]
  /** The document reads a version header, and is not dated itself: the caller has to say the version. */
  readonly wantsVersion: boolean
}

type ClientTables = Pick<DocumentModel, 'name' | 'operations' | 'securitySchemes'>

/** Works out the client of a document from its table of operations. */
export function clientView({ name, operations, securitySchemes }: ClientTables): ClientView {
  const all = Object.values(operations).map(factsOf)
  const versionHeader = all.find((facts) => facts.versionHeader !== undefined)?.versionHeader
  const usual: Usual = {
    server: mostCommon(all.map(({ server }) => server)) ?? '/',
    auth: mostCommon(all.map(({ auth }) => auth)) ?? '[]',
    versionHeader,
  }
  const schemes = Object.entries(securitySchemes).flatMap(([id, scheme]): [string, ClientScheme][] => {
    const known = schemeOf(scheme)
    return known ? [[id, known]] : []
  })
  const sent = new Set(
    schemes.flatMap(([, { in: place, name: header }]) => (place === 'header' ? [header.toLowerCase()] : [])),
  )
  const managed = all
    .flatMap(({ headers }) => headers)
    .filter(
      (header) => isVersionHeader(header) || isIdempotencyKey(header) || sent.has(header.name.toLowerCase()),
    )
  const auth: string[][] = JSON.parse(usual.auth)
  const key = JSON.stringify(usual)
  const table = Object.entries(operations).map(([id, one]): [string, ClientOperation] => [
    id,
    rowOf(one, usual, key),
  ])
  return {
    service: {
      ...(versionHeader !== undefined && { versionHeader, ...(isDated(name) && { version: name }) }),
      ...(/^https?:\/\/[^{}]+$/.test(usual.server) && { server: usual.server }),
      auth,
      schemes: Object.fromEntries(schemes),
    },
    operations: Object.fromEntries(table),
    extras: extrasOf(
      table.map(([, one]) => one),
      schemes.map(([, scheme]) => scheme),
    ),
    managed: [...new Set(managed.map(({ name: header }) => header))].toSorted(),
    wantsVersion: versionHeader !== undefined && !isDated(name),
  }
}
