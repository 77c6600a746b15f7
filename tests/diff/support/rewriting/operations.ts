import { isObject, type JsonObject } from '../../../../document/index.js'
import { isOld, rewrite } from './walk.js'

const isReference = (value: JsonObject): boolean => typeof value['$ref'] === 'string'

const styles: Readonly<Record<string, string>> = {
  query: 'form',
  cookie: 'form',
  path: 'simple',
  header: 'simple',
}

const parameterDefaults = (value: JsonObject): object => {
  const location = String(value['in'])
  const style = typeof value['style'] === 'string' ? value['style'] : styles[location]
  const serialization = isObject(value['content'])
    ? {}
    : { style, explode: style === 'form', ...(location === 'query' ? { allowReserved: false } : {}) }
  return {
    ...(location === 'path' ? {} : { required: false }),
    deprecated: false,
    ...(location === 'query' ? { allowEmptyValue: false } : {}),
    ...serialization,
  }
}

const headerDefaults = (value: JsonObject): object => ({
  required: false,
  deprecated: false,
  ...(isObject(value['content']) ? {} : { style: 'simple', explode: false }),
})

const defaultsOf = (kind: string, value: JsonObject, root: unknown): object => {
  if (kind === 'parameter') return parameterDefaults(value)
  if (kind === 'header') return headerDefaults(value)
  if (kind === 'requestBody') return { required: false }
  if (kind === 'response') return { headers: {}, content: {}, links: {} }
  if (kind === 'document') return { servers: [{ url: '/' }], security: [], tags: [], components: {} }
  if (kind !== 'operation') return {}
  const security = isObject(root) ? root['security'] : undefined
  return {
    deprecated: false,
    tags: [],
    parameters: [],
    callbacks: {},
    ...(Array.isArray(security) ? { security } : {}),
  }
}

/** Writes the defaults of operations out. */
export function writeOperationDefaults(root: unknown): unknown {
  return rewrite(root, (value, { kind, path }) => {
    if (isReference(value)) return value
    const isWebhook = path[0] === 'webhooks' || path.includes('callbacks') || path[0] === 'components'
    const { security, ...rest } = { security: undefined, ...defaultsOf(kind, value, root) }
    return { ...rest, ...(security === undefined || isWebhook ? {} : { security }), ...value }
  })
}

/** The servers of the document at each operation. */
export function repeatServers(root: unknown): unknown {
  const servers = isObject(root) ? root['servers'] : undefined
  return rewrite(root, (value, { kind, holder, path }) =>
    kind === 'operation' && path[0] === 'paths' && !path.includes('callbacks')
      ? { servers: holder?.['servers'] ?? servers ?? [{ url: '/' }], ...value }
      : value,
  )
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Parameters of a path at each of its operations. */
export function parametersInside(root: unknown): unknown {
  return rewrite(root, (value, { kind }) => {
    const outer = listOf(value['parameters'])
    if (kind !== 'pathItem' || outer.length === 0) return value
    const resolve = (one: unknown): unknown => {
      const ref = isObject(one) && typeof one['$ref'] === 'string' ? one['$ref'] : undefined
      return ref === undefined
        ? one
        : ref
            .split('/')
            .slice(1)
            .reduce<unknown>((at, key) => Object(at)[key], root)
    }
    const keyOf = (one: unknown): string => {
      const found = Object(resolve(one)) as JsonObject
      return `${String(found['in'])} ${String(found['name'])}`
    }
    const { parameters: _, ...rest } = value
    return Object.fromEntries(
      Object.entries(rest).map(([key, one]) => {
        if (!methods.includes(key) || !isObject(one)) return [key, one]
        const own = listOf(one['parameters'])
        const names = new Set(own.map(keyOf))
        return [key, { ...one, parameters: [...own, ...outer.filter((other) => !names.has(keyOf(other)))] }]
      }),
    )
  })
}

/** Parameters that all operations of a path have, at the path. */
export function parametersOutside(root: unknown): unknown {
  return rewrite(root, (value, { kind }) => {
    if (kind !== 'pathItem' || isReference(value) || value['parameters'] !== undefined) return value
    const used = methods.flatMap((method) => (isObject(value[method]) ? [value[method]] : []))
    const texts = used.map((one) => new Set(listOf(one['parameters']).map((item) => JSON.stringify(item))))
    const [first] = used
    const shared = listOf(first?.['parameters']).filter((item) =>
      texts.every((set) => set.has(JSON.stringify(item))),
    )
    if (shared.length === 0) return value
    const isShared = new Set(shared.map((item) => JSON.stringify(item)))
    const without = (one: unknown): unknown =>
      isObject(one)
        ? {
            ...one,
            parameters: listOf(one['parameters']).filter((item) => !isShared.has(JSON.stringify(item))),
          }
        : one
    return {
      ...Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, methods.includes(key) ? without(one) : one]),
      ),
      parameters: shared,
    }
  })
}

/** Names in headers, media types and ranges of statuses in another case; a charset that says nothing. */
export function otherCase(root: unknown): unknown {
  const upper = (value: unknown, change: (key: string) => string): unknown =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), one]))
      : value
  return rewrite(root, (value, { kind }) => {
    if (kind === 'requestBody' || kind === 'response') {
      const keys = Object.keys(Object(value['content']))
      const respelled = (key: string): string =>
        key.includes(';') || keys.length > 1 ? key : `${key.toUpperCase()}; charset=UTF-8`
      return {
        ...value,
        ...(isObject(value['content']) ? { content: upper(value['content'], respelled) } : {}),
        ...(isObject(value['headers'])
          ? { headers: upper(value['headers'], (key) => key.toUpperCase()) }
          : {}),
      }
    }
    if (kind === 'parameter' && value['in'] === 'header')
      return { ...value, name: String(value['name']).toLowerCase() }
    return value
  })
}

/** `example` as one of `examples`. */
export function exampleAsExamples(root: unknown): unknown {
  return rewrite(root, (value, { kind }) => {
    const isNamed = kind === 'parameter' || kind === 'header' || kind === 'mediaType'
    if (value['example'] === undefined || value['examples'] !== undefined) return value
    if (!isNamed && (kind !== 'schema' || isOld(root))) return value
    const { example, ...rest } = value
    return { ...rest, examples: isNamed ? { default: { value: example } } : [example] }
  })
}

/** Every name in a path template another. */
export function renamePathParameters(root: unknown): unknown {
  const renamed = rewrite(root, (value, { kind, path }) =>
    kind === 'parameter' && value['in'] === 'path' && path[0] !== 'webhooks'
      ? { ...value, name: `${String(value['name'])}_v2` }
      : value,
  )
  if (!isObject(renamed) || !isObject(renamed['paths'])) return renamed
  const paths = Object.entries(renamed['paths']).map(([path, item]) => [
    path.replaceAll(/\{([^{}]*)\}/g, '{$1_v2}'),
    item,
  ])
  return { ...renamed, paths: Object.fromEntries(paths) }
}
