import type { Scenario } from '../../../conformance/rules/context.js'
import { ignoredAuth } from './authority.js'
import { controlScenarios } from './controls.js'
import { availableAfterCreation, useAfterDelete } from './lifecycle.js'
import { links } from './links.js'
import { unsupportedMethod } from './methods.js'
import { requiredHeader, requiredParameter } from './missing.js'
import { negativeData } from './negative.js'
import { positiveData } from './positive.js'

/** Rules about any operation of a document, tried on as many of them as are bearable. */
export const operationScenarios: Readonly<Record<string, Scenario>> = {
  'operations/negative-data': negativeData,
  'operations/positive-data': positiveData,
  'operations/required-parameter': requiredParameter,
  'operations/required-header': requiredHeader,
  'operations/unsupported-method': unsupportedMethod,
  'operations/ignored-auth': ignoredAuth,
  'operations/available-after-creation': availableAfterCreation,
  'operations/use-after-delete': useAfterDelete,
  'operations/links': links,
  ...controlScenarios,
}
