import { isObject } from '../../document/index.js'

const isRule = (value: unknown): boolean =>
  isObject(value) && !('rules' in value) && ('observe' in value || 'run' in value || 'id' in value)

/** Packs, and one more of the rules that stand by themselves. */
export function grouped(all: readonly unknown[]): readonly unknown[] {
  const alone = all.filter(isRule)
  const packs = all.filter((one) => !isRule(one))
  return alone.length === 0 ? packs : [...packs, { name: 'own', title: 'Rules of your own', rules: alone }]
}
