import { authenticationStatements } from './authentication.js'
import { autorampsStatements } from './autoramps.js'
import { endpointsStatements } from './endpoints.js'
import { enumerationsStatements } from './enumerations.js'
import { errorsStatements } from './errors.js'
import { eventsStatements } from './events.js'
import { identificationErrorsStatements } from './identification-errors.js'
import { identificationsStatements } from './identifications.js'
import { limitsStatements } from './limits.js'
import { quoteEndpointStatements } from './quote-endpoint.js'
import { quoteRecordStatements } from './quote-record.js'
import { recordsStatements } from './records.js'
import { serviceStatements } from './service.js'
import { statesStatements } from './states.js'
import { versioningStatements } from './versioning.js'
import type { Statement } from './statement.js'

export type { Statement, Unjudged } from './statement.js'

/** Every statement of the specification, in its order. */
export const ledger: readonly Statement[] = [
  ...serviceStatements,
  ...enumerationsStatements,
  ...recordsStatements,
  ...quoteRecordStatements,
  ...statesStatements,
  ...quoteEndpointStatements,
  ...endpointsStatements,
  ...identificationsStatements,
  ...autorampsStatements,
  ...authenticationStatements,
  ...eventsStatements,
  ...errorsStatements,
  ...identificationErrorsStatements,
  ...limitsStatements,
  ...versioningStatements,
]
