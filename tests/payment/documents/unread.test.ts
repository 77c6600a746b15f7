import { expect, test } from 'vitest'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ofDocument } from '../../../payment/documents/index.js'
import { contradicts } from '../../../payment/documents/view.js'

const document = {
  paths: {
    '/a': { get: { responses: { 200: { $ref: '#/components/schemas/A' } } } },
    '/b': { get: { responses: {} } },
  },
  components: { schemas: { A: { allOf: [{ $ref: '#/components/schemas/Gone' }] }, Gone: {} } },
}
const unread = [{ pointer: '#/components/schemas/Gone', message: 'names nothing' }]

/** The messages of a rule that finds a difference at each of these pointers. */
const said = async (...pointers: readonly string[]): Promise<readonly string[] | string> => {
  const violations: string[] = []
  const context = {
    under: { api: { document, unread } },
    session: { versions: new Map() },
    violations,
    violate: (message: string) => void violations.push(message),
  } as unknown as ScenarioContext
  const judge = ofDocument(() => pointers.map((pointer) => contradicts(`at ${pointer}`, pointer)))
  return judge(context).then(
    () => violations,
    (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
  )
}

// An unreadable part of a document may contain what seems to be missing.
test.each([
  [['#/paths/~1b/get'], ['at #/paths/~1b/get']],
  [
    ['#/paths/~1a/get'],
    'Inconclusive: #/components/schemas/Gone of the document could not be read: names nothing',
  ],
  [['#/components/schemas/A', '#/paths/~1b/get'], ['at #/paths/~1b/get']],
  [[], []],
])('differences at %j are %j', async (pointers, words) => expect(await said(...pointers)).toEqual(words))
