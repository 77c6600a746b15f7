import {
  type AllowList,
  allowListProblems,
  mintingPolicy,
  type Policy,
  policyOf,
  policyProblems,
  type PolicySettings,
} from '../../diff/index.js'
import { contentOf, type InputKind, readInput } from '../input/read-input.js'
import type { CommandContext } from '../process/context.js'

const allow: InputKind = {
  code: 'ALLOW_INVALID',
  schema: 'diff/policy/allow.schema.json',
  more: allowListProblems,
}

const policy: InputKind = {
  code: 'POLICY_INVALID',
  schema: 'diff/policy/policy.schema.json',
  more: policyProblems,
}

/**
 * Reads an allow-list.
 * @throws RampartError ALLOW_INVALID.
 */
export function readAllow(cwd: string, path: string): Promise<AllowList> {
  return readInput(cwd, path, allow)
}

/**
 * The policy of a file, of the config file, or of the specification.
 * @param given path of a file, or the content that a config file has
 * @throws RampartError POLICY_INVALID.
 */
export async function readPolicyFile(given: unknown, { cwd }: CommandContext): Promise<Policy> {
  if (given === undefined) return mintingPolicy
  return policyOf(await contentOf<PolicySettings>(cwd, 'policy', given, policy))
}
