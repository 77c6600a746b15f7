// The library reads these characters of a name as parts of a reference, and fails at some.
const standIns = [
  ['%', '\uFFFF'],
  ['#', '\uFFFE'],
] as const

/** A name of the document as the library is given it. */
export function guarded(name: string): string {
  return standIns.reduce((text, [from, to]) => (text.includes(from) ? text.replaceAll(from, to) : text), name)
}

/** The name of the document that the library was given. */
export function unguarded(name: string): string {
  return standIns.reduce((text, [from, to]) => (text.includes(to) ? text.replaceAll(to, from) : text), name)
}
