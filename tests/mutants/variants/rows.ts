import type { Also, Fault, Hooks } from '../../../sandbox/faults/fault.js'

type Change = Hooks | ((rule: string) => Hooks)

/** Further faults by their rule and by what the service then does, with the rules that break on the same evidence. */
type Rows = Readonly<Record<string, Readonly<Record<string, Change | readonly [Change, Also]>>>>

const isPair = (row: Change | readonly [Change, Also]): row is readonly [Change, Also] => Array.isArray(row)

/** The faults of a table, each named `rule: what the service does`. */
export const variantsOf = (table: Rows): readonly Fault[] =>
  Object.entries(table).flatMap(([rule, rows]) =>
    Object.entries(rows).map(([does, row]) => {
      const [change, also] = isPair(row) ? row : [row, {}]
      const hooks = (): Hooks => (typeof change === 'function' ? change(rule) : change)
      return { name: `${rule}: ${does}`, rule, does, also, hooks }
    }),
  )
