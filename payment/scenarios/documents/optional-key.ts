import type { Scenario } from '../../../conformance/rules/context.js'

/** Public documents require the key although a POST may go without it, so that this is only noted. */
export const optionalKey: Scenario = async (context) => {
  for (const [route, { parameters }] of context.under.operations.routes) {
    const key = parameters.find(({ name }) => name.toLowerCase() === 'idempotency-key')
    if (key?.required !== true || !route.startsWith('post ')) continue
    context.note(`served: a document that requires IDEMPOTENCY-KEY at ${route.replaceAll('{}', '{…}')}`)
  }
}
