import { areaOf } from '../../../conformance/index.js'
import { catalogue } from '../../../payment/index.js'
import type { ShownBy } from './also-broken.js'

/** Rules of an area, for faults that few of its requests show. */
const inArea = (area: string): readonly string[] =>
  catalogue.filter((rule) => areaOf(rule) === area).map(({ id }) => id)

const creations = ['operations/available-after-creation']
const data = ['operations/positive-data']
const wrongData = ['operations/negative-data']
const identifications = ['identification/kinds']

/** What shows each fault that rules judge by looking on. */
export const shownBy: ShownBy = {
  'autoramp/rail-document': ['autoramp/read'],
  'answers/body': creations,
  'answers/body:authentication-code': data,
  'answers/body:open-banking': data,
  'answers/format': data,
  'answers/headers': data,
  'answers/media-type': creations,
  'documents/shown:flow': ['abilities/fields'],
  'answers/status': creations,
  'answers/status:authentication-code': data,
  'enumerations/documents:identificationstatus-archived': identifications,
  'enumerations/identification-status': data,
  'enumerations/identification-status:closed': identifications,
  'enumerations/identification-status:rejected': [...inArea('enumerations'), ...inArea('autoramp')],
  'errors/api-error': ['versioning/malformed-version'],
  'errors/api-error:creation': wrongData,
  'errors/bad-request-body': creations,
  'errors/bad-request-body:creation': wrongData,
  'errors/bad-request-body:null': creations,
  'errors/string-body': data,
  'errors/string-body:not-found': data,
  'errors/string-body:number': data,
  'answers/server-error': wrongData,
  'answers/server-error:body': wrongData,
  'answers/server-error:one-version': data,
  'answers/server-error:optional': data,
  'answers/undeclared-refusal': ['operations/use-after-delete'],
  'quote/document-record:rate-number': ['quote/fields'],
  'versioning/default-absent': inArea('autoramp'),
  'versioning/echo:one-version': ['terms/items'],
  'versioning/fednow-rail': inArea('autoramp'),
  'versioning/supported': ['terms/items'],
}
