import type { Change, DiffReport, ReportedDocument } from '../../diff/model/report.js'
import { catalogue } from '../../diff/catalogue/index.js'
import { type ReportInput, makeReport } from '../../diff/policy/judge.js'
import { mintingPolicy } from '../../diff/policy/minting.js'

let made = 0

/** A change with an id of the catalogue, its direction and effect; other members are given. */
export const changeOf = (id: string, rest: Partial<Change> = {}): Change => {
  const entry = catalogue.find((one) => one.id === id)
  if (!entry) throw new TypeError(`${id} is in no catalogue`)
  made++
  return {
    id,
    fingerprint: made.toString(16).padStart(16, '0'),
    direction: entry.direction,
    effect: entry.effect,
    from: { pointer: '#/components/schemas/Pet/properties/name', line: 10 },
    to: { pointer: '#/components/schemas/Pet/properties/name', line: 12 },
    uses: [
      { operation: 'get /pets', operationId: 'listPets', within: 'response 200 application/json /name' },
    ],
    sentence: `\`${id}\` happened to \`name\``,
    ...rest,
  }
}

/** A side of that version and text. */
export const sideOf = (
  version: string | undefined,
  rest: Partial<ReportedDocument> = {},
): ReportedDocument => {
  const name = version ?? 'pets.yaml'
  return {
    name,
    file: `specs/${name}.json`,
    ...(version === undefined ? {} : { version }),
    sha256: 'a'.repeat(64),
    ...rest,
  }
}

/** A report of changes, by default between two texts of one published version. */
export const reportOf = (changes: readonly Change[], rest: Partial<ReportInput> = {}): DiffReport =>
  makeReport({
    from: sideOf('2026-07-01'),
    to: sideOf('2026-07-01', { sha256: 'b'.repeat(64) }),
    changes,
    policy: mintingPolicy,
    today: '2026-11-20',
    tool: '0.1.0',
    ...rest,
  })
