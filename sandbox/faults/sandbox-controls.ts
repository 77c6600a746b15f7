import { editObject } from './edit.js'
import type { Fault, Hooks } from './fault.js'

/** Shows a member of what some operations answer with a value, whatever it is. */
const showing =
  (operations: readonly string[], name: string, value: string): (() => Hooks) =>
  () => ({
    answer: (answer, { operationId = '' }) =>
      operations.includes(operationId) && answer.status < 300
        ? editObject(answer, (body) => (body[name] = value))
        : answer,
  })

const OTHER = '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11'

/** Faults in what the controls of the sandbox make of things. */
export const sandboxControlFaults: readonly Fault[] = [
  {
    rule: 'operations/sandbox-autoramp',
    does: 'leaves an autoramp Authorized, whatever the control sets',
    hooks: showing(['updateSandboxAutorampStatus', 'getAutorampById'], 'status', 'Authorized'),
  },
  {
    rule: 'operations/sandbox-bank-account',
    does: 'leaves a bank account RegistrationPending, whatever the control sets',
    hooks: showing(
      ['updateSandboxFiatAddressVerificationStatus', 'getFiatAddress'],
      'status',
      'RegistrationPending',
    ),
  },
  {
    rule: 'operations/sandbox-identification',
    does: 'leaves an identification Pending, whatever the control decides',
    hooks: showing(['updateSandboxIdentificationStatus', 'getIdentificationById'], 'status', 'Pending'),
  },
  {
    rule: 'operations/sandbox-identification',
    variant: 'contrary',
    does: 'approves every identification that is decided',
    hooks: showing(['updateSandboxIdentificationStatus'], 'status', 'Approved'),
  },
  {
    rule: 'operations/sandbox-transaction',
    does: 'simulates transactions of another customer',
    hooks: showing(['createSandboxTransaction'], 'customer_id', OTHER),
  },
  {
    rule: 'operations/sandbox-transaction',
    variant: 'autoramp',
    does: 'simulates transactions of another autoramp',
    hooks: showing(['createSandboxTransaction'], 'autoramp_id', OTHER),
  },
  {
    rule: 'operations/sandbox-transaction',
    variant: 'state',
    does: 'leaves a simulated transaction Pending, whatever the control sets',
    hooks: showing(['updateSandboxTransactionState'], 'state', 'Pending'),
  },
]
