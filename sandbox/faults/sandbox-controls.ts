import { editObject } from './edit.js'
import { fault, type Fault, type Hooks } from './fault.js'

/** Sets a member in the responses of some operations to a fixed value. */
const showing =
  (operations: readonly string[], name: string, value: string): (() => Hooks) =>
  () => ({
    answer: (answer, { operationId = '' }) =>
      operations.includes(operationId) && answer.status < 300
        ? editObject(answer, (body) => (body[name] = value))
        : answer,
  })

const other = '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11'

/** Faults in the effects of the sandbox's controls. */
export const sandboxControlFaults: readonly Fault[] = [
  fault(
    'operations/sandbox-autoramp',
    'leaves an autoramp Authorized, whatever the control sets',
    showing(['updateSandboxAutorampStatus', 'getAutorampById'], 'status', 'Authorized'),
  ),
  fault(
    'operations/sandbox-bank-account',
    'leaves a bank account RegistrationPending, whatever the control sets',
    showing(
      ['updateSandboxFiatAddressVerificationStatus', 'getFiatAddress'],
      'status',
      'RegistrationPending',
    ),
  ),
  fault(
    'operations/sandbox-identification',
    'leaves an identification Pending, whatever the control decides',
    showing(['updateSandboxIdentificationStatus', 'getIdentificationById'], 'status', 'Pending'),
  ),
  fault(
    'operations/sandbox-identification:contrary',
    'approves every identification that is decided',
    showing(['updateSandboxIdentificationStatus'], 'status', 'Approved'),
  ),
  fault(
    'operations/sandbox-transaction',
    'simulates transactions of another customer',
    showing(['createSandboxTransaction'], 'customer_id', other),
  ),
  fault(
    'operations/sandbox-transaction:autoramp',
    'simulates transactions of another autoramp',
    showing(['createSandboxTransaction'], 'autoramp_id', other),
  ),
  fault(
    'operations/sandbox-transaction:state',
    'leaves a simulated transaction Pending, whatever the control sets',
    showing(['updateSandboxTransactionState'], 'state', 'Pending'),
  ),
]
