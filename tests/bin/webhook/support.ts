import type { Setting } from '../../support/command.js'
import { openReceiver, type Receiver, takingSigned } from '../../support/receiver.js'
import { type Ended, rampart } from '../../support/rampart.js'

/** A secret that is nobody's. */
export const secret = 'whsec_bm90LWEtcmVhbC1zZWNyZXQtb2YtYW55Ym9keQ=='

/** A receiver that answers 200 to right signatures and 401 to others, unless the options say otherwise. */
export const receiver = (answering = takingSigned(secret)): Promise<Receiver> => openReceiver(answering)

/** Runs `rampart webhook` in this process, with the secret in its variable unless told otherwise. */
export function webhook(line: string, setting: Setting = {}): Promise<Ended> {
  return rampart(`webhook ${line}`, { env: { RAMPART_WEBHOOK_SECRET: secret }, ...setting })
}
