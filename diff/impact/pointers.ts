/** A parsed document, as far as pointers lead through it. */
export type Tree = unknown

/** The unescaped parts of a pointer in URI fragment form. */
export const partsOf = (pointer: string): string[] =>
  pointer
    .replace(/^#?\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The value at a path; undefined where there is none. */
export function valueAt(tree: Tree, parts: readonly string[]): unknown {
  let value: unknown = tree
  for (const part of parts) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

/** The same, and through a reference that stands there. */
export function resolvedAt(tree: Tree, parts: readonly string[]): unknown {
  const value = valueAt(tree, parts)
  const ref = isObject(value) ? value['$ref'] : undefined
  return typeof ref === 'string' && ref.startsWith('#') ? valueAt(tree, partsOf(ref)) : value
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/**
 * The names that lead to a pointer's location through generated types: `components`, `schemas`, `X`, `y`. Steps that
 * types do not have (`properties`, `allOf`, `0`) are left out; `[]` stands for the items of a list.
 */
export function typePath(tree: Tree, pointer: string): readonly string[] {
  const parts = partsOf(pointer)
  const [first = '', second = '', third = '', ...rest] = parts
  if (first === 'components' && second === 'schemas')
    return [first, second, third, ...inSchema(tree, parts, 3)]
  if (first === 'components') return [first, second, third, ...inHolder(tree, parts, 3, rest)]
  if (first === 'paths' || first === 'webhooks') {
    if (!methods.has(third)) return [first, second]
    return [first, second, third, ...inOperation(tree, parts)]
  }
  return []
}

/** Below a schema that begins after `at` parts. */
const inSchema = (tree: Tree, parts: readonly string[], at: number): string[] => {
  const [keyword = '', name = ''] = parts.slice(at)
  if (keyword === '') return []
  if (keyword === 'properties') return name === '' ? [] : [name, ...inSchema(tree, parts, at + 2)]
  if (keyword === 'items') return ['[]', ...inSchema(tree, parts, at + 1)]
  if (keyword === 'prefixItems') return ['[]', ...inSchema(tree, parts, at + 2)]
  if (['allOf', 'oneOf', 'anyOf'].includes(keyword)) return inSchema(tree, parts, at + 2)
  if (keyword === 'required') {
    const required = valueAt(tree, parts.slice(0, at + 2))
    return typeof required === 'string' ? [required] : []
  }
  return []
}

/** Below something that holds content or a schema: a response, a body, a parameter, a header. */
const inHolder = (tree: Tree, parts: readonly string[], at: number, rest: readonly string[]): string[] => {
  const [what = '', name = '', schema = ''] = rest
  if (what === 'content') {
    const below = schema === 'schema' ? inSchema(tree, parts, at + 3) : []
    return ['content', ...(name === '' ? [] : [name, ...below])]
  }
  if (what === 'headers') return ['headers', ...(name === '' ? [] : [name])]
  return what === 'schema' ? inSchema(tree, parts, at + 1) : []
}

const inOperation = (tree: Tree, parts: readonly string[]): string[] => {
  const [what = '', key = '', ...rest] = parts.slice(3)
  if (what === 'requestBody') return ['requestBody', ...inHolder(tree, parts, 4, parts.slice(4))]
  if (what === 'responses')
    return ['responses', ...(key === '' ? [] : [key, ...inHolder(tree, parts, 5, rest)])]
  if (what !== 'parameters' || key === '') return []
  const parameter = resolvedAt(tree, parts.slice(0, 5))
  if (!isObject(parameter)) return []
  return ['parameters', String(parameter['in']), String(parameter['name']), ...inHolder(tree, parts, 5, rest)]
}
