type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** The members that have a value. Not in document/, which `--help` does not load. */
export function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}
