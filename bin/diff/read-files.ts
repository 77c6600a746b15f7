import { RampartError } from '../../diagnostics/index.js'
import {
  type AllowList,
  mintingPolicy,
  type Policy,
  policyOf,
  readAllowList,
  readPolicy,
} from '../../diff/index.js'
import type { CommandContext } from '../context.js'
import { readJson } from '../contract/read-json.js'

/**
 * Reads an allow-list.
 * @throws RampartError ALLOW_INVALID.
 */
export async function readAllow(cwd: string, path: string): Promise<AllowList> {
  return readAllowList(await readJson(cwd, path, 'ALLOW_INVALID'), (what) => {
    throw new RampartError('ALLOW_INVALID', { message: `${path} ${what}`, where: { file: path } })
  })
}

/**
 * The policy of a file, of the config file, or of the specification.
 * @param given path of a file, or the content that a config file has
 * @throws RampartError POLICY_INVALID.
 */
export async function readPolicyFile(given: unknown, { cwd }: CommandContext): Promise<Policy> {
  if (given === undefined) return mintingPolicy
  const isPath = typeof given === 'string'
  const source = isPath ? given : 'the policy in the config file'
  const value = isPath ? await readJson(cwd, given, 'POLICY_INVALID') : given
  const settings = readPolicy(value, (what) => {
    const where = isPath ? { where: { file: given } } : {}
    throw new RampartError('POLICY_INVALID', { message: `${source}: ${what}`, ...where })
  })
  return policyOf(settings)
}
