import { createHash } from 'node:crypto'
import type { Plan } from './plan.js'

const documentsOf = (versions: readonly string[], documents: Readonly<Record<string, string>>) =>
  versions.map((version) => documents[version] ?? '')

/**
 * sha256 of everything that decides what a run judges, so that parts of two plans are never taken for one run. How it
 * is run (folders, time-outs, names of variables, ports) does not count.
 * @param documents sha256 of each version's document
 */
export function planHash(plan: Plan, documents: Readonly<Record<string, string>>): string {
  const { baseUrl, specUrl, versions, supported, defaultVersion, rules, allowWrites, seed, subjects } = plan
  const { secondKeyEnv, webhooks, only } = plan
  const what = [
    [baseUrl, specUrl, versions, supported, defaultVersion, documentsOf(versions, documents)],
    [rules, allowWrites, seed, subjects, only ?? null],
    [secondKeyEnv !== undefined, webhooks !== undefined],
  ]
  return createHash('sha256').update(JSON.stringify(what)).digest('hex')
}
