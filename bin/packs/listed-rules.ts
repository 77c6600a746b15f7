import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rules } from '../../conformance/run/schedule.js'
import { packageRoot } from '../process/package-info.js'

/**
 * The rules that come with rampart, from the list that the build wrote: to load what judges them takes six times as
 * long as Node itself, and neither a list nor a completion needs it.
 */
export function listedRules(): Rules {
  return JSON.parse(readFileSync(join(packageRoot(), 'dist', 'rules.json'), 'utf8')) as Rules
}
