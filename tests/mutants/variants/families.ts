import { quote } from '../../../sandbox/faults/changes.js'
import { type Also, type Rows, type Edit, remove, replace } from '../../../sandbox/faults/fault.js'
import { described } from '../../../sandbox/faults/quotes.js'
import { newestVersion } from '../../../versions/index.js'
import { asObject, at, deref, documentOf } from '../../specs/documents.js'

const document = documentOf(newestVersion)

/** The required members of a schema of the newest document, those of its parts included. */
const requiredOf = (schema: unknown): readonly string[] => {
  const { required = [], allOf = [] } = deref(document, schema) as {
    readonly required?: readonly string[]
    readonly allOf?: readonly unknown[]
  }
  return [...new Set([...required, ...allOf.flatMap(requiredOf)])]
}

/** A change of one member. */
interface MemberChange {
  /** The name of a fault, after its location. */
  readonly how: string
  readonly does: (place: string) => string
  readonly edit: (pointer: string) => Edit
}

/** Leaves a member out. */
export const missing: MemberChange = {
  how: 'missing',
  does: (place) => `leaves ${place} out of the quote`,
  edit: remove,
}

/** Makes another value of a member. */
export function other(how: string, make: (was: unknown) => unknown): MemberChange {
  return {
    how,
    does: (place) => `answers another ${place} in the quote: ${how}`,
    edit: (pointer) => replace(pointer, make),
  }
}

/** Faults that each change one member of the quote, for every location and change. */
export function members(
  rule: string,
  places: readonly string[],
  changes: readonly MemberChange[],
  also: Also = described,
): Rows {
  const rows = places.flatMap((place) =>
    changes.map(({ how, does, edit }) => [
      `${rule}:${place.replaceAll(/[^A-Za-z_]+/g, '-')}-${how}`,
      [does(place.replaceAll('/', '.')), quote(edit(`/${place}`)), also],
    ]),
  )
  return Object.fromEntries(rows) as Rows
}

/** Faults that change the required members of a record at a location of the quote. */
export function eachOf(
  rule: string,
  place: string,
  record: string,
  ...changes: readonly MemberChange[]
): Rows {
  const required = requiredOf({ $ref: `#/components/schemas/${record}` })
  return members(
    rule,
    required.map((name) => (place === '' ? name : `${place}/${name}`)),
    changes,
  )
}

/** Faults that change the required members of each kind of a record that `type` discriminates. */
export function eachKindOf(
  rule: string,
  place: string,
  union: string,
  ...changes: readonly MemberChange[]
): Rows {
  const kinds = asObject(at(document, `/components/schemas/${union}/discriminator/mapping`))
  return Object.assign(
    {},
    ...Object.entries(kinds).map(([kind, reference]) =>
      eachOf(rule, `${place}(${kind})`, String(reference).split('/').pop() ?? '', ...changes),
    ),
  ) as Rows
}
