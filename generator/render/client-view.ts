import type { ClientScheme, ClientService } from '../../runtime/client/service.js'
import type { Parameter, SecurityScheme } from '../../runtime/surface.js'
import { isDated } from '../build/names.js'
import { isIdempotencyKey, isVersionHeader } from '../build/operations.js'
import type { DocumentModel } from '../model/document.js'
import {
  authOf,
  declaresHeader,
  type OperationData,
  operationData,
  serverOf,
  type Usual,
} from './client-operation.js'

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
export function clientView({
  name,
  operations,
  securitySchemes,
}: Pick<DocumentModel, 'name' | 'operations' | 'securitySchemes'>): ClientView {
  const all = Object.values(operations)
  const headers = all
    .flatMap(({ parameters }) => parameters)
    .filter(({ in: location }) => location === 'header')
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
  const credentials = new Set(
    schemes.flatMap(([, { in: location, name: header }]) =>
      location === 'header' ? [header.toLowerCase()] : [],
    ),
  )
  const isManaged = (header: Parameter): boolean =>
    isVersionHeader(header) || isIdempotencyKey(header) || credentials.has(header.name.toLowerCase())
  const rows = Object.entries(operations).map(([id, one]): [string, OperationData] => [
    id,
    operationData(id, one, usual),
  ])
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
