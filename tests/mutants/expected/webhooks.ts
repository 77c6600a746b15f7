import { catalogue } from '../../../conformance/index.js'

/** The sandbox delivers nothing yet; an independent service that does has these faults. */
export const webhooksWithoutFault: Readonly<Record<string, string>> = Object.fromEntries(
  catalogue
    .filter(({ id, kind }) => id.startsWith('webhooks/') && kind !== 'open')
    .map(({ id }) => [id, 'deliveries are tested in tests/conformance/webhooks']),
)
