import {
  compositionKeywords,
  isObject,
  keysOf,
  methodsOfAnyVersion,
  resolvePath,
  followed,
} from '../../document/index.js'

const methods: ReadonlySet<string> = new Set(methodsOfAnyVersion)
const compositions: ReadonlySet<string> = new Set(compositionKeywords)

/**
 * The path of names in generated types for a pointer: `components`, `schemas`, `X`, `y`. Segments without a
 * counterpart in types (`properties`, `allOf`, `0`) are omitted; `[]` stands for the items of a list.
 */
export function typePath(root: unknown, pointer: string): readonly string[] {
  const keys = keysOf(pointer)
  const [first = '', second = '', third = ''] = keys
  if (first === 'components' && second === 'schemas')
    return [first, second, third, ...inSchema(root, keys, 3)]
  if (first === 'components') return [first, second, third, ...inHolder(root, keys, 3)]
  if (first !== 'paths' && first !== 'webhooks') return []
  return methods.has(third) ? [first, second, third, ...inOperation(root, keys)] : [first, second]
}

/** The path below a schema that begins after `at` keys. */
const inSchema = (root: unknown, keys: readonly string[], at: number): string[] => {
  const [keyword = '', name = ''] = keys.slice(at)
  if (keyword === 'properties') return name === '' ? [] : [name, ...inSchema(root, keys, at + 2)]
  if (keyword === 'items') return ['[]', ...inSchema(root, keys, at + 1)]
  if (keyword === 'prefixItems') return ['[]', ...inSchema(root, keys, at + 2)]
  if (compositions.has(keyword)) return inSchema(root, keys, at + 2)
  if (keyword !== 'required') return []
  const required = resolvePath(root, keys.slice(0, at + 2))
  return typeof required === 'string' ? [required] : []
}

/** The path below a response, a body, a parameter or a header that begins after `at` keys. */
const inHolder = (root: unknown, keys: readonly string[], at: number): string[] => {
  const [field = '', name = '', schema = ''] = keys.slice(at)
  if (field === 'schema') return inSchema(root, keys, at + 1)
  if (field !== 'content' && field !== 'headers') return []
  const below = field === 'content' && schema === 'schema' ? inSchema(root, keys, at + 3) : []
  return name === '' ? [field] : [field, name, ...below]
}

const inOperation = (root: unknown, keys: readonly string[]): string[] => {
  const [field = '', key = ''] = keys.slice(3)
  if (field === 'requestBody') return [field, ...inHolder(root, keys, 4)]
  if (field === 'responses') return key === '' ? [field] : [field, key, ...inHolder(root, keys, 5)]
  if (field !== 'parameters' || key === '') return []
  const parameter = followed(root, resolvePath(root, keys.slice(0, 5)))
  if (!isObject(parameter)) return []
  return [field, String(parameter['in']), String(parameter['name']), ...inHolder(root, keys, 5)]
}
