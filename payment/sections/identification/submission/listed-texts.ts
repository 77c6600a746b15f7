import type { VersionUnderTest } from '../../../../conformance/session/version-under-test.js'
import { readerOf } from './schema.js'

/** The texts that the document of a version lists for a member of submissions; empty where it lists none. */
export function listedTexts({ surface, operations }: VersionUnderTest, name: RegExp): readonly string[] {
  const operation = operations.find('post', '/customers/{}/identifications/v2')
  const [media] = Object.values(operation?.requestBody?.content ?? {})
  const listed = readerOf(surface.schemas).listedFor(media?.schema, name)
  return listed.filter((one) => typeof one === 'string')
}
