import { isObject, type JsonObject, resolvePointer } from '../../../../document/index.js'
import { isSelected, refOf, respellReferences } from './references.js'
import { rewrite } from './walk.js'

/** The names that a discriminator selects by: those may not change. */
const selectors = (root: unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  const parents = new Set<string>()
  rewrite(root, (value, context) => {
    const ref = refOf(value)
    if (ref !== undefined && isSelected(context)) found.add(ref)
    if (context.kind === 'schema' && isObject(value['discriminator'])) {
      parents.add(`#/components/schemas/${String(context.path[2])}`)
      const mapping = value['discriminator']['mapping']
      for (const one of isObject(mapping) ? Object.values(mapping) : []) {
        found.add(String(one)).add(`#/components/schemas/${String(one)}`)
      }
    }
    return value
  })
  rewrite(root, (value, { kind, key, path }) => {
    const ref = refOf(value)
    if (kind === 'schema' && key === 'allOf' && ref !== undefined && parents.has(ref))
      found.add(`#/components/schemas/${String(path[2])}`)
    return value
  })
  return found
}

/** Every component with another name, but those whose name is a value on the wire. */
export function renameComponents(root: unknown): unknown {
  if (!isObject(root) || !isObject(root['components'])) return root
  const fixed = selectors(root)
  const isFixed = (ref: string): boolean => fixed.has(ref) || !/^#\/components\/[^/]+\/[^/]+$/.test(ref)
  const renamed = respellReferences(root, (ref) =>
    ref.replace(/^(#\/components\/[^/]+\/[^/]+)/, (whole) => (isFixed(whole) ? whole : `${whole}_v2`)),
  )
  const components = Object.entries(Object(resolvePointer(renamed, '#/components'))).map(
    ([section, held]) => [
      section,
      section === 'securitySchemes' || !isObject(held)
        ? held
        : Object.fromEntries(
            Object.entries(held).map(([name, value]) => {
              const ref = `#/components/${section}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
              return [fixed.has(ref) ? name : `${name}_v2`, value]
            }),
          ),
    ],
  )
  return { ...Object(renamed), components: Object.fromEntries(components) }
}

/** Every security scheme with another name. */
export function renameSecuritySchemes(root: unknown): unknown {
  const rename = (value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [`${name}_v2`, one]))
  return rewrite(root, (value, { kind }) => {
    if (kind === 'components' && isObject(value['securitySchemes']))
      return { ...value, securitySchemes: rename(value['securitySchemes']) }
    if ((kind !== 'operation' && kind !== 'document') || !Array.isArray(value['security'])) return value
    return {
      ...value,
      security: value['security'].map((one: unknown) => (isObject(one) ? rename(one) : one)),
    }
  })
}
