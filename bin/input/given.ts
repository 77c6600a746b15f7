type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** The members that have a value, for types whose optional members may not be undefined. Here, as `--help` loads no document/. */
export function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}
