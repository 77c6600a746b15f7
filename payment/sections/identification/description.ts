import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { attempt, codesText, type Trial } from './attempt/attempt.js'
import { recipes } from './submission/facts.js'
import { codeRules } from './code-rules.js'
import { listedTexts } from './submission/listed-texts.js'
import { names } from './submission/names.js'
import { codesOf } from './attempt/refusal.js'
import { description } from './submission/values.js'
import { judgeCode } from './attempt/verdict.js'

const code = 'business_description_insufficient'
const enough = 3
/** Tried where the document lists no industries. */
const usual = ['EducationAndTraining', 'RetailAndWholesaleTrade', 'Agriculture']
/** Industries that may be refused for what they are. */
const delicate = /misc|other|arms|weapon|adult|gambl|casino|drug|shell|crypto|money|mining|tobacco/i

const describedAs = (industry: string, text: string): Trial => ({
  name: `a description of ${text.length} characters in the industry ${industry}`,
  recipe: recipes.business,
  edit: ({ whole }) => void whole.set(names.description, text).set(names.industry, industry),
})

/** The first, the middle and the last of a list before the others. */
const spread = (all: readonly string[]): readonly string[] => {
  const ends = [all.at(0), all.at(Math.floor(all.length / 2)), all.at(-1)]
  return [...new Set([...ends.filter((one) => one !== undefined), ...all])]
}

/** Judges one industry. @returns false where it is not served at all */
const judgeIndustry = async (context: ScenarioContext, industry: string): Promise<boolean> => {
  const trial = describedAs(industry, description.slice(0, 79))
  const tried = await ifPossible(attempt(context, trial))
  if (!tried) return false
  const { exchange, forbidden } = tried
  const isDue = codesOf(exchange).includes(code)
  if (isDue || (forbidden !== undefined && !isSuccess(exchange))) return true
  const full = await ifPossible(attempt(context, describedAs(industry, description)))
  if (!full || full.forbidden !== undefined || !isSuccess(full.exchange)) return false
  context.violate(`${code} is due for ${trial.name}; ${codesText(exchange)} came`, exchange)
  return true
}

/** The length that a description needs, and that it needs it in every industry which is served. */
export const descriptionLength: Scenario = async (context) => {
  const family = codeRules.find((one) => one.code === code)
  if (family) await judgeCode(family)(context)
  const listed = listedTexts(context.under, names.industry)
  const industries = spread((listed.length > 0 ? listed : usual).filter((one) => !delicate.test(one)))
  let judged = 0
  for (const industry of industries.slice(0, 2 * enough)) {
    if (judged < enough && (await judgeIndustry(context, industry))) judged++
  }
}
