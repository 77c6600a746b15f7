import { expect, test } from 'vitest'
import { on, respond } from '../../../sandbox/faults/changes.js'
import { newestVersion, versions } from '../../../versions/index.js'
import { examineSandbox } from '../../mutants/examine.js'

const rule = 'required-signings/items'
const [oldest = ''] = versions

test.each([
  [newestVersion, 409],
  [oldest, 409],
  [oldest, 404],
])(
  'under %s nothing is judged of a service that answers %i because nothing is outstanding',
  async (at, code) => {
    const nothing = on(
      'getCustomerRequiredSignings 200',
      respond(code, 'nothing is outstanding'),
      ({ version }) => version === at,
    )
    const owing = { name: rule, rule, does: '', also: {}, hooks: () => nothing }
    const { results } = await examineSandbox([owing], [rule], { versions: [at] })
    expect(results).toEqual([
      expect.objectContaining({ state: 'not-applicable', reason: expect.stringContaining(String(code)) }),
    ])
  },
)
