import type { Draft } from '../submission/draft.js'
import type { Recipe } from '../submission/facts.js'
import type { Code } from '../attempt/refusal.js'
import type { ErrorCase } from '../attempt/verdict.js'

/** Further cases of codes, by code. */
export type CasesByCode = Readonly<Partial<Record<Code, readonly ErrorCase[]>>>

type Edit = (draft: Draft) => void

/** A case in which codes are due; the first one is that of the rule. */
export function due(
  name: string,
  recipe: Recipe,
  edit: Edit,
  codes: readonly Code[],
  about?: ErrorCase['about'],
): ErrorCase {
  return { name, recipe, edit, due: codes, ...(about === undefined ? {} : { about }) }
}

/** A case that the specification keeps a code away from. */
export function free(name: string, recipe: Recipe, edit: Edit): ErrorCase {
  return { name, recipe, edit }
}
