type Makers<Members> = { readonly [Name in keyof Members]?: () => Members[Name] }

/** Adds members to an object that are computed on first access and then become plain properties. */
export function withLazy<Head extends object, Members extends object>(
  head: Head,
  makers: Makers<Members>,
): Head & Members {
  for (const [name, make] of Object.entries<(() => unknown) | undefined>(makers)) {
    if (make === undefined) continue
    const common = { enumerable: true, configurable: true }
    const get = (): unknown => {
      const value = make()
      Object.defineProperty(head, name, { ...common, value, writable: true })
      return value
    }
    Object.defineProperty(head, name, { ...common, get })
  }
  return head as Head & Members
}
