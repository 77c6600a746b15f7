import type { Operation, Parameter } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { type Break, hasOwnRules } from './breaks.js'
import type { Draft } from './draft.js'
import { routeOf } from './operation-name.js'
import { subschemasOf } from './schema-at.js'
import { isForbiddenText, isScalar, parameterValidator } from './wire.js'
import { type WrongText, wrongTexts } from './wrong-texts.js'

const withValue = (draft: Draft, name: string, value: string): Draft => ({
  ...draft,
  query: { ...draft.query, [name]: value },
})

const breaksOfOne = async (context: ScenarioContext, parameter: Parameter, base: Draft): Promise<Break[]> => {
  const validator = await parameterValidator(context, parameter)
  if (!validator || !isScalar(context, parameter)) return []
  const { name, required, schema } = parameter
  // An optional parameter that makes no sense is often left out of account, as unknown ones are.
  const isOpen = ({ isLimit }: WrongText): boolean => !required || isLimit
  return wrongTexts(subschemasOf(schema, context.under.surface.schemas)).map((wrong) => ({
    target: `the parameter ${name}`,
    how: wrong.how,
    isOpen: isOpen(wrong),
    draft: (salt) => {
      const value = wrong.make(salt)
      return isForbiddenText(validator, value) ? withValue(base, name, value) : undefined
    },
  }))
}

/** Ways to break the query of an operation, one parameter at a time. Lists are left alone: they have many spellings. */
export async function queryBreaks(
  context: ScenarioContext,
  operation: Operation,
  base: Draft,
): Promise<Break[]> {
  if (hasOwnRules(routeOf(context, operation))) return []
  const parameters = operation.parameters.filter(({ in: location }) => location === 'query')
  const all = parameters.map((parameter) => breaksOfOne(context, parameter, base))
  return (await Promise.all(all)).flat()
}
