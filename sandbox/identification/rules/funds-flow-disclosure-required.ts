import { onBusiness, refuse } from './rule.js'

/**
 * sends_funds_on_customer_behalf is true, but description, diagram and source of funds document are not all given.
 */
export const fundsFlowDisclosureRequired = onBusiness(
  ({ questionnaire: { sendsFundsForCustomers, fundsFlow } }) =>
    sendsFundsForCustomers && fundsFlow.includes(undefined)
      ? refuse(
          'funds_flow_disclosure_required',
          'sends_funds_on_customer_behalf needs a description, a flow of funds diagram and a source of funds document',
        )
      : [],
)
