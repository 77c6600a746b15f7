import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import type { Break } from './breaks.js'
import type { Draft } from './draft.js'
import { pathNames } from './operation-name.js'
import { subschemasOf } from './schema-at.js'
import { isForbiddenText, parameterValidator } from './wire.js'
import { wrongTexts } from './wrong-texts.js'

/** Ways to break the path of an operation, one parameter at a time. */
export async function pathBreaks(
  context: ScenarioContext,
  operation: Operation,
  base: Draft,
): Promise<Break[]> {
  const breaks = pathNames(operation).map(async (name, position): Promise<Break[]> => {
    const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
    const validator = parameter && (await parameterValidator(context, parameter))
    if (!validator) return []
    return wrongTexts(subschemasOf(parameter.schema, context.under.surface.schemas)).map((wrong) => ({
      target: `the path's ${name}`,
      how: wrong.how,
      isOpen: false,
      draft: (salt) => {
        const value = wrong.make(salt)
        return isForbiddenText(validator, value)
          ? { ...base, path: base.path.with(position, value) }
          : undefined
      },
    }))
  })
  return (await Promise.all(breaks)).flat()
}
