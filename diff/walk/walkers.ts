import type { Walkers } from '../engine/visit.js'
import { compareSchema, compareText } from '../schema/compare-schema.js'
import { compareBody } from './body.js'
import { compareDocument } from './document.js'
import { compareHeader } from './header.js'
import { compareMediaType } from './media-types.js'
import { compareOperation } from './operation.js'
import { compareParameter } from './parameter.js'
import { compareResponse } from './responses.js'
import { compareRequirementLists } from './security.js'
import { compareSecurityScheme } from './security-schemes.js'

/** The walker for each subject. */
export const walkers: Walkers = {
  document: compareDocument,
  operation: compareOperation,
  parameter: compareParameter,
  header: compareHeader,
  body: compareBody,
  mediaType: compareMediaType,
  response: compareResponse,
  security: compareRequirementLists,
  securityScheme: compareSecurityScheme,
  schema: compareSchema,
  text: compareText,
}
