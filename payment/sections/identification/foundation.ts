import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Skip } from '../../../conformance/model/outcome.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { accepted, type Attempt, attempt, plain, codesText } from './attempt/attempt.js'
import { recipes } from './submission/facts.js'
import { listedTexts } from './submission/listed-texts.js'
import { hasChange } from '../../../versions/index.js'
import { provokedCode } from './provoked.js'
import { codesOf } from './attempt/refusal.js'

const code = 'foundation_intended_use_not_supported'
const purpose = /^purpose_and_intended_use$/i

/**
 * Whether the document limits nothing by its own list. An earlier version did not limit the purposes: a list that
 * still has all of that version is no limited set.
 */
const isUnlimited = ({ session, version }: ScenarioContext, listed: readonly string[]): boolean =>
  [...session.versions.values()]
    .filter((one) => !hasChange(one.version, 'foundation-purposes') && one.version < version)
    .map((one) => listedTexts(one, purpose))
    .some((before) => before.length > 0 && before.every((one) => listed.includes(one)))

/** A company of another type has no purpose limited, and a PrivateFoundation some: which ones is not shown. */
export const foundationPurpose: Scenario = async (context) => {
  const { business, usBusiness, sole, foundation } = recipes
  for (const recipe of [business, usBusiness, sole]) {
    const other = await ifPossible(attempt(context, plain(recipe)))
    const message = `${code} came for a company that is no PrivateFoundation`
    if (other) context.expect(!codesOf(other.exchange).includes(code), message, other.exchange)
  }
  if (context.session.plan.subjects.provocations?.[code]) return provokedCode(code, [business])(context)
  await accepted(context, business)
  const edit = (value: string): Parameters<typeof attempt>[1] => ({
    name: `a PrivateFoundation for ${value}`,
    recipe: foundation,
    edit: ({ whole }) => void whole.set(purpose, value),
  })
  const listed = listedTexts(context.under, purpose)
  if (listed.length === 0) {
    const tried = await attempt(context, edit('No purpose that anyone has'))
    const message = `${code} is due for a purpose that no set can hold; ${codesText(tried.exchange)} came`
    context.expect(tried.exchange.response.status === 400, message, tried.exchange)
    return
  }
  const refused: Attempt[] = []
  for (const value of listed) {
    const tried = await attempt(context, edit(value))
    if (codesOf(tried.exchange).includes(code)) return
    if (!isSuccess(tried.exchange)) refused.push(tried)
  }
  if (refused.length === 0 && isUnlimited(context, listed)) {
    context.violate(
      `${code} comes for no purpose: a PrivateFoundation is accepted for each of those that every company has, ` +
        'and that earlier versions had before they were limited',
    )
    return
  }
  throw new Skip(
    `every purpose that the document lists is served to a PrivateFoundation; give a JSON Patch named ${code} ` +
      'among the provocations if one is not supported',
    'provocation',
  )
}
