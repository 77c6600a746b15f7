import type { Scenario } from '../../engine/context.js'
import { ifPossible, Skip } from '../../engine/outcome.js'
import { accepted, attempt, plain, said } from './attempt.js'
import { recipes } from './facts.js'
import { provokedCode } from './provoked.js'
import { codesOf } from './refusal.js'
import { SchemaReader } from './schema.js'

const code = 'foundation_intended_use_not_supported'
const purpose = /^purpose_and_intended_use$/i

/** A company of another type has no purpose limited, and a PrivateFoundation some: which ones is not shown. */
export const foundationPurpose: Scenario = async (context) => {
  const { business, foundation } = recipes
  const other = await ifPossible(attempt(context, plain(business)))
  if (other) {
    const message = `${code} came for a company that is no PrivateFoundation`
    context.expect(!codesOf(other.exchange).includes(code), message, other.exchange)
  }
  if (context.session.plan.subjects.provocations?.[code]) return provokedCode(code, [business])(context)
  await accepted(context, business)
  const edit = (value: string): Parameters<typeof attempt>[1] => ({
    name: `a PrivateFoundation for ${value}`,
    recipe: foundation,
    edit: ({ whole }) => void whole.set(purpose, value),
  })
  const reader = new SchemaReader(context.under.surface.schemas)
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const [media] = Object.values(operation.requestBody?.content ?? {})
  const listed = reader.listedFor(media?.schema, purpose).filter((one) => typeof one === 'string')
  if (listed.length === 0) {
    const tried = await attempt(context, edit('No purpose that anyone has'))
    const message = `${code} is due for a purpose that no set can hold; ${said(tried.exchange)} came`
    context.expect(tried.exchange.response.status === 400, message, tried.exchange)
    return
  }
  for (const value of listed) {
    const { exchange } = await attempt(context, edit(value))
    if (codesOf(exchange).includes(code)) return
  }
  throw new Skip(
    `every purpose that the document lists is served to a PrivateFoundation; give a JSON Patch named ${code} ` +
      'among the provocations if one is not supported',
  )
}
