/** A function of objects that looks at each of them once. Nobody may change one that it has looked at. */
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
