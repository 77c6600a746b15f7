/** Rules about deliveries that no fault of the sandbox can break. */
export const webhooksWithoutFault: Readonly<Record<string, string>> = {
  'webhooks/fiat-address-straight':
    'the account that the suite registers waits for its bank; tests/conformance/webhooks has the fault',
}
