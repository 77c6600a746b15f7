type Makers<Members> = { readonly [Name in keyof Members]?: () => Members[Name] }

/**
 * Adds members to an object that are computed on first access. They stay accessors: V8 copies the whole shape of an
 * object whenever an accessor becomes a plain property, which is quadratic in the schemas of a document.
 */
export function withLazy<Head extends object, Members extends object>(
  head: Head,
  makers: Makers<Members>,
): Head & Members {
  for (const [name, make] of Object.entries<(() => unknown) | undefined>(makers)) {
    if (make === undefined) continue
    let made: { readonly value: unknown } | undefined
    const get = (): unknown => (made ??= { value: make() }).value
    Object.defineProperty(head, name, { enumerable: true, configurable: true, get })
  }
  return head as Head & Members
}
