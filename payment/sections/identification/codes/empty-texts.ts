import { walk } from '../../../../document/index.js'
import type { Scenario, ScenarioContext } from '../../../../conformance/rules/context.js'
import { endingOf, ifPossible } from '../../../../conformance/model/outcome.js'
import { accepted, bodyOf, objection } from '../submission/attempt.js'
import { applyPatch, replaceWith } from '../submission/draft.js'
import { type Recipe, recipes } from '../submission/recipes.js'
import { due, judgeCode, judgeDue } from './cases.js'
import { codeRules } from './table.js'

const code = 'invalid_request'

/** Members whose absence, or whose wrong value, has a code of its own. */
const ownCode =
  /selfie|tax|^tin|industry|description|document|file|proof|image|attest|share|purpose|licen|funds/i

/** The required texts of a submission that its document leaves free, by pointer. */
const freeTexts = async (context: ScenarioContext, body: unknown): Promise<readonly string[]> => {
  const isRefused = async (op: 'remove' | 'replace', path: string, value?: string): Promise<boolean> =>
    (await objection(context, applyPatch(body, [{ op, path, ...(value && { value }) }]))) !== undefined
  const found: string[] = []
  for (const [path, value] of walk(body)) {
    const name = path.split('/').at(-1) ?? ''
    if (typeof value !== 'string' || ownCode.test(name) || /\/\d+$/.test(path)) continue
    const isFree = !(await isRefused('replace', path, `${value}x`))
    if (isFree && (await isRefused('remove', path))) found.push(path)
  }
  return found
}

const judgeRecipe = async (context: ScenarioContext, recipe: Recipe): Promise<void> => {
  await accepted(context, recipe)
  const body = await bodyOf(context, recipe)
  for (const path of await freeTexts(context, body)) {
    const emptied = replaceWith(applyPatch(body, [{ op: 'replace', path, value: '' }]))
    const errorCase = due(`an empty ${path}`, recipe, emptied)
    await endingOf(judgeDue(context, errorCase, [code]))
  }
}

/** `identification/invalid-request`: its cases, and each required text of a Person and of a Business emptied. */
export const invalidRequest: Scenario = async (context) => {
  await judgeCode(code, codeRules[code])(context)
  for (const recipe of [recipes.person, recipes.business]) await ifPossible(judgeRecipe(context, recipe))
}
