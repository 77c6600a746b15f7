import { isObject, textOf } from './json.js'
import { pointerTo } from './pointer.js'
import { rootOf, type Side, type Fragment } from './side.js'

const namesIn = (value: Readonly<Record<string, unknown>>): string[] => {
  const anchors = [textOf(value['$anchor']), textOf(value['$dynamicAnchor'])]
  const id = textOf(value['$id'])
  return [
    ...anchors.flatMap((name) => (name === undefined ? [] : [`#${name}`])),
    ...(id === undefined ? [] : [id]),
  ]
}

const collect = (side: Side): Map<string, Fragment> => {
  const names = new Map<string, Fragment>()
  const todo: Fragment[] = [rootOf(side)]
  for (let fragment = todo.pop(); fragment !== undefined; fragment = todo.pop()) {
    const { value, pointer } = fragment
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) =>
        todo.push({ side, value: item, pointer: pointerTo(pointer, index) }),
      )
    } else if (isObject(value)) {
      for (const name of namesIn(value)) if (!names.has(name)) names.set(name, fragment)
      for (const [key, one] of Object.entries(value))
        todo.push({ side, value: one, pointer: pointerTo(pointer, key) })
    }
  }
  return names
}

/** The schema that an anchor (`#name`) or an identifier names. The document is searched once, when first asked. */
export const namedFragment = (side: Side, name: string): Fragment | undefined => {
  side.names ??= collect(side)
  return side.names.get(name) ?? side.names.get(name.slice(Math.max(0, name.indexOf('#'))))
}
