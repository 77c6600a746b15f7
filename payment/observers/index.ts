import type { ObserverId } from '../statements/index.js'
import { apiError, badRequestBody, stringBody } from './errors.js'
import { identificationStatusObserver } from './enumerations.js'
import type { Observer } from '../../conformance/model/observation.js'
import { echo, fednowRail, supported, vary } from './versioning.js'

/** The observer of each rule of kind `observer`, by rule id. */
export const observers: Readonly<Record<string, Observer>> = {
  'versioning/supported': supported,
  'versioning/echo': echo,
  'versioning/vary': vary,
  'versioning/fednow-rail': fednowRail,
  'enumerations/identification-status': identificationStatusObserver,
  'errors/string-body': stringBody,
  'errors/bad-request-body': badRequestBody,
  'errors/api-error': apiError,
} satisfies Readonly<Record<ObserverId, Observer>>
