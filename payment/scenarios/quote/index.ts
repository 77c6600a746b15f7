import type { Scenario } from '../../../conformance/rules/context.js'
import { quoteAdditionalScenarios } from './additional.js'
import { quoteBankScenarios } from './banks.js'
import { quoteEchoScenarios } from './echo.js'
import { quoteExactScenarios } from './exact.js'
import { quoteExpiryScenarios } from './expiry.js'
import { quoteFieldScenarios } from './fields.js'
import { quoteOptionalScenarios } from './optional.js'
import { quoteTypeScenarios } from './parameter-types.js'
import { quoteParameterScenarios } from './parameters.js'
import { quoteRefusalScenarios } from './refusals.js'
import { quoteRegisteredScenarios } from './registered.js'
import { quoteSenderScenarios } from './sender.js'
import { quoteTextScenarios } from './texts.js'

/** Quotes: GET /autoramps/quote. */
export const quoteScenarios: Readonly<Record<string, Scenario>> = {
  ...quoteFieldScenarios,
  ...quoteBankScenarios,
  ...quoteExactScenarios,
  ...quoteEchoScenarios,
  ...quoteSenderScenarios,
  ...quoteTextScenarios,
  ...quoteRefusalScenarios,
  ...quoteExpiryScenarios,
  ...quoteAdditionalScenarios,
  ...quoteOptionalScenarios,
  ...quoteParameterScenarios,
  ...quoteTypeScenarios,
  ...quoteRegisteredScenarios,
}
