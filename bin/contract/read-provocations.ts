import type { PatchOperation } from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../config/read-config.js'
import type { Provocations } from './options.js'
import { readJson } from './read-json.js'

const isOperation = (value: unknown): value is PatchOperation =>
  isObject(value) &&
  ['add', 'remove', 'replace'].includes(String(value['op'])) &&
  /^(\/|$)/.test(String(value['path'])) &&
  (value['op'] === 'remove' || 'value' in value)

const isPatch = (value: unknown): value is readonly PatchOperation[] =>
  Array.isArray(value) && value.every(isOperation)

const isProvocations = (value: unknown): value is Provocations =>
  isObject(value) && Object.values(value).every(isPatch)

/**
 * What provokes structured codes on this service: the content of a config file's `provocations`, or of the file that
 * the option names. Undefined when nothing was given.
 * @throws RampartError PROVOCATIONS_INVALID.
 */
export async function readProvocations(cwd: string, given: unknown): Promise<Provocations | undefined> {
  if (given === undefined) return undefined
  const [source, value] =
    typeof given === 'string'
      ? [given, await readJson(cwd, given, 'PROVOCATIONS_INVALID')]
      : ['the config file', given]
  if (isProvocations(value)) return value
  const wrong = isObject(value) ? Object.keys(value).find((code) => !isPatch(value[code])) : undefined
  const what = wrong === undefined ? 'is no object' : `has no JSON Patch for "${wrong}"`
  throw new RampartError('PROVOCATIONS_INVALID', { message: `${source} ${what}` })
}
