import { expect, test } from 'vitest'

import { createCustomer } from '../support/actors.js'
import { NEW, OLD, openSandbox } from '../support/sandbox.js'
import { bodyOf } from './fixtures.js'

const sandbox = await openSandbox()

/** A customer that never signs, so that an accepted body ends in a 409, and the next one can be tried. */
const customer = await createCustomer(sandbox, { version: NEW })

/** JSON Pointer of every value below a value, as its keys. */
const pathsOf = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))]
    : [path]

const replaced = (value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown => {
  if (key === undefined || typeof value !== 'object' || value === null) return by
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
  return Object.assign(copy, { [key]: replaced(Reflect.get(value, key), rest, by) })
}

const WRONG: readonly unknown[] = [undefined, null, '', '1e999', 5, [], { x: 1 }]

test.each([
  ['business', OLD],
  ['us-business', NEW],
  ['edd-person', NEW],
  ['token', NEW],
])('a wrong value anywhere in %s of %s is refused as the document says', async (name, version) => {
  const valid = bodyOf(name, version)
  for (const path of pathsOf(valid)) {
    for (const wrong of WRONG) {
      const body = replaced(valid, path, wrong)
      const { status } = await sandbox.send('POST', `/customers/${customer}/identifications/v2`, {
        version,
        body,
      })
      expect([400, 409], `${path.join('/')} as ${JSON.stringify(wrong)}`).toContain(status)
    }
  }
})
