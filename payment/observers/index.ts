import type { ObserverId } from '../statements/index.js'
import { body } from './document-body.js'
import { headers } from './document-headers.js'
import { mediaType, status } from './documents.js'
import { apiError, badRequestBody, stringBody } from './errors.js'
import { identificationStatusObserver } from './enumerations.js'
import type { Observer } from '../../conformance/model/observation.js'
import { serverError } from './operations.js'
import { echo, fednowRail, supported, vary } from './versioning.js'

/** The observer of each rule of kind `observer`, by rule id. */
export const observers: Readonly<Record<string, Observer>> = {
  'versioning/supported': supported,
  'versioning/echo': echo,
  'versioning/vary': vary,
  'versioning/fednow-rail': fednowRail,
  'enumerations/identification-status': identificationStatusObserver,
  'documents/status': status,
  'documents/media-type': mediaType,
  'documents/body': body,
  'documents/headers': headers,
  'errors/string-body': stringBody,
  'errors/bad-request-body': badRequestBody,
  'errors/api-error': apiError,
  'operations/no-server-error': serverError,
} satisfies Readonly<Record<ObserverId, Observer>>
