import type { Recipe } from '../submission/facts.js'
import type { Code } from '../attempt/refusal.js'
import type { CodeRule, ErrorCase } from '../attempt/verdict.js'
import type { Edit } from './edits.js'

/** A case of the code under which it stands: that one is due unless it names others. */
export type CodeCase = Omit<ErrorCase, 'due'> & { readonly due?: 'own' | readonly Code[] }

/** Cases by code, with the submissions that give no cause for it. */
export type CodeTable = Readonly<
  Partial<Record<Code, Omit<CodeRule, 'code' | 'cases'> & { readonly cases: readonly CodeCase[] }>>
>

/** What is particular about a case in which a code is due. */
export interface DueOptions extends Pick<ErrorCase, 'about' | 'orElse'> {
  /** Codes of which one has to come, where it is not that of the rule alone. */
  readonly codes?: readonly Code[]
}

/** A case in which the code is due. */
export function due(
  name: string,
  recipe: Recipe,
  edit: Edit,
  { codes = [], ...options }: DueOptions = {},
): CodeCase {
  return { name, recipe, edit, due: codes.length === 0 ? 'own' : codes, ...options }
}

/** A case that the specification keeps the code away from. */
export function free(name: string, recipe: Recipe, edit?: Edit): CodeCase {
  return { name, recipe, ...(edit && { edit }) }
}
