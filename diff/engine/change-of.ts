import { createHash } from 'node:crypto'
import type { Change, ChangeLocation } from '../model/change.js'
import { entryFor } from '../catalogue/index.js'
import { jsonText } from '../equal/json-text.js'
import type { Fragment } from '../fragments/fragment.js'
import { logicalKeys } from '../../document/index.js'
import { sentenceOf } from './sentence.js'
import type { Edit } from './node.js'
import type { UsedEdit } from './uses.js'

/** Values whose JSON is longer than this are omitted from a change. */
const longestValue = 400

const logical = (fragment: Fragment | undefined): readonly string[] | null =>
  fragment === undefined ? null : logicalKeys(fragment.document.root, fragment.pointer)

const fingerprintOf = (id: string, { direction, from, to, name, before, after }: Edit): string =>
  createHash('sha256')
    .update(
      jsonText([id, direction, logical(from), logical(to), name ?? null, before ?? null, after ?? null]) ??
        '',
    )
    .digest('hex')
    .slice(0, 16)

const placeOf = (fragment: Fragment): ChangeLocation => ({ pointer: fragment.pointer })

const isShort = (value: unknown): boolean =>
  value !== undefined && (jsonText(value)?.length ?? 0) <= longestValue

/** Converts an edit and its uses to a change. */
export function changeOf({ edit, uses }: UsedEdit): Change {
  const { id, effect, direction } = entryFor(edit.kind, edit.direction)
  return {
    id,
    fingerprint: fingerprintOf(id, edit),
    direction,
    ...(edit.from === undefined ? {} : { from: placeOf(edit.from) }),
    ...(edit.to === undefined ? {} : { to: placeOf(edit.to) }),
    ...(isShort(edit.before) ? { before: edit.before } : {}),
    ...(isShort(edit.after) ? { after: edit.after } : {}),
    uses,
    effect,
    sentence: sentenceOf(edit, uses),
    ...(edit.guess === undefined ? {} : { guess: edit.guess }),
  }
}
