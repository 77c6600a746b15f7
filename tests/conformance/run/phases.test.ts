import { expect, test } from 'vitest'
import type { Observed } from '../../../conformance/model/case.js'
import { Learned } from '../../../conformance/pool/learned.js'
import { ExploreSession } from '../../../conformance/run/explore-session.js'
import { OperationCases } from '../../../conformance/run/phases.js'
import { exploredApi } from '../../support/explored-api.js'

const document = `
openapi: 3.1.0
info: { title: Mocks, version: '1' }
paths:
  /mocks: { put: &put { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Mock' } } } }, responses: { '200': { description: done } } } }
  '/mocks/{id}': { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], put: *put }
components:
  schemas:
    Mock:
      type: object
      properties: { ${Array.from({ length: 40 }, (_, index) => `m${index}: { type: string, maxLength: ${index} }`).join(', ')} }
`

/** The number of planned cases of an operation, of which those with such an index are sent and others forbidden. */
const count = async (path: string, isSent: (index: number) => boolean): Promise<number> => {
  const api = await exploredApi(document)
  const operation = api.operations.find((one) => one.path === path)
  if (!operation) throw new RangeError(path)
  const session = new ExploreSession({
    learned: new Learned(api, {}),
    settings: { seed: 1 },
    isAnonymous: () => true,
  } as unknown as ConstructorParameters<typeof ExploreSession>[0])
  const cases = new OperationCases(session, operation)
  while (cases.sent < 300 && (await cases.next()))
    cases.count(isSent(cases.sent) ? ({} as Observed) : undefined)
  return cases.sent
}

test('an operation without an id in its path is finished after 200 forbidden cases in a row', async () => {
  expect(await count('/mocks', () => false)).toBe(200)
  expect(await count('/mocks', (index) => index === 50)).toBe(251)
  // A thing that the run creates later may permit the next one.
  expect(await count('/mocks/{id}', () => false)).toBe(300)
})
