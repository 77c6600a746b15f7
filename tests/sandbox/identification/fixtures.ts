import { readdir, readFile } from 'node:fs/promises'
import { applyPatch, type Operation } from 'rfc6902'

import { loadReferenceService } from '../../../sandbox/index.js'
import { changes, hasChange, versions } from '../../../versions/index.js'
import { NEW } from '../support/sandbox.js'

const folder = new URL('../../../fixtures/identification/', import.meta.url)

const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(name, folder), 'utf8'))

/** A body that every rule of its version accepts. */
interface Fixture {
  readonly name: string
  readonly version: string
  readonly body: unknown
}

/** One change of a valid body, with the expected code; without one if the change is still allowed. */
export interface Break {
  readonly code: string
  readonly scope: string
  readonly body: string
  readonly version?: string
  readonly patch: Operation[]
  readonly expect: readonly { readonly code: string; readonly beneficiary_index?: number }[]
}

const isBreak = (value: unknown): value is Break =>
  typeof value === 'object' && value !== null && 'scope' in value && 'patch' in value && 'expect' in value

const files = (await readdir(folder)).filter((name) => name !== 'breaks.json')

/** The versions that a file's body is valid in: all, or those from or until the change that its name ends with. */
const validIn = (bound: string | undefined, change: string | undefined): readonly string[] => {
  if (bound === undefined) return versions
  const named = changes.find(({ name }) => name === change)
  if (named === undefined) throw new TypeError(`fixtures/identification: no change is named ${change}`)
  return versions.filter((version) => hasChange(version, named.name) === (bound === 'from'))
}

const read = await Promise.all(
  files.map(async (file) => {
    const [, name = '', bound, change] = /^([\w-]+)(?:\.(from|until)-([\w-]+))?\.json$/.exec(file) ?? []
    const body = await readJson(file)
    return validIn(bound, change).map((version) => ({ name, version, body }))
  }),
)

/** Every valid body, for each version that it is valid in. */
export const fixtures: readonly Fixture[] = read.flat()

const listed = await readJson('breaks.json')

export const breaks: readonly Break[] = Array.isArray(listed) ? listed.filter(isBreak) : []

/** A fresh copy of a valid body, with a patch applied. Throws when there is no such body or the patch misses it. */
export const bodyOf = (name: string, version: string = NEW, patch: Operation[] = []): unknown => {
  const fixture = fixtures.find((one) => one.name === name && one.version === version)
  if (fixture === undefined) throw new TypeError(`no fixture ${name}-${version}`)
  const body = structuredClone(fixture.body)
  const problem = applyPatch(body, structuredClone(patch)).find((error) => error !== null)
  if (problem) throw problem
  return body
}

const { surfaces } = await loadReferenceService()

/** The validator of a body in the document of a version. */
export const validatorOf = async (version: string) => {
  const surface = surfaces.get(version)
  const content = surface?.operations['createCustomerIdentificationV2']?.requestBody?.content ?? {}
  const [{ validator = '' } = {}] = Object.values(content)
  return surface?.validator(validator)
}

/** The body of a case. */
export const brokenBody = ({ body, version, patch }: Break): unknown => bodyOf(body, version, patch)
