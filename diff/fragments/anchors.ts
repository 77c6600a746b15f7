import { isObject, textOf } from '../document/json.js'
import { pointerTo } from '../document/pointer.js'
import { rootFragment, type ComparedDocument, type Fragment } from './fragment.js'

const namesIn = (value: Readonly<Record<string, unknown>>): string[] => {
  const anchors = [textOf(value['$anchor']), textOf(value['$dynamicAnchor'])]
  const id = textOf(value['$id'])
  return [
    ...anchors.flatMap((name) => (name === undefined ? [] : [`#${name}`])),
    ...(id === undefined ? [] : [id]),
  ]
}

const collect = (document: ComparedDocument): Map<string, Fragment> => {
  const names = new Map<string, Fragment>()
  const todo: Fragment[] = [rootFragment(document)]
  for (let fragment = todo.pop(); fragment !== undefined; fragment = todo.pop()) {
    const { value, pointer } = fragment
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) =>
        todo.push({ document, value: item, pointer: pointerTo(pointer, index) }),
      )
    } else if (isObject(value)) {
      for (const name of namesIn(value)) if (!names.has(name)) names.set(name, fragment)
      for (const [key, one] of Object.entries(value))
        todo.push({ document, value: one, pointer: pointerTo(pointer, key) })
    }
  }
  return names
}

/** The schema that an anchor (`#name`) or an identifier names. The document is searched once, when first asked. */
export const namedFragment = (document: ComparedDocument, name: string): Fragment | undefined => {
  document.schemaNames ??= collect(document)
  return (
    document.schemaNames.get(name) ?? document.schemaNames.get(name.slice(Math.max(0, name.indexOf('#'))))
  )
}
