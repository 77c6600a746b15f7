type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/**
 * The members that have a value, for types whose optional members may not be undefined. It stands here because `--help`
 * would load all of document/ for it.
 */
export function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}
