/** Memoizes a function of objects by identity, so callers must not mutate them. */
export function once<Subject extends object, Found>(
  find: (subject: Subject) => Found,
): (subject: Subject) => Found {
  const known = new WeakMap<Subject, { readonly found: Found }>()
  return (subject) => {
    const before = known.get(subject)
    if (before) return before.found
    const found = find(subject)
    known.set(subject, { found })
    return found
  }
}
