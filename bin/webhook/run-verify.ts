import { RampartError } from '../../diagnostics/index.js'
import { type Examination, examine, verifyJson, verifyText, webhookDocument } from '../../webhook/index.js'
import { colorsFor, type CommandContext } from '../process/context.js'
import { readDelivery } from './read-delivery.js'
import { requiredSecrets, redacting } from './secrets.js'
import type { VerifyOptions } from './command.js'

const concludeVerify = ({ valid, mistakes }: Examination): void => {
  const [first] = mistakes
  if (valid || first === undefined) return
  const message = mistakes.map(({ code }) => code).join(', ')
  throw new RampartError('WEBHOOK_NOT_VALID', { message, fix: first.advice })
}

/** Judges one delivery and prints the result. */
export async function runVerify(
  context: CommandContext,
  recorded: string | undefined,
  options: VerifyOptions,
): Promise<void> {
  const delivery = await readDelivery(context, recorded, options)
  const document = await webhookDocument(options.version)
  const secrets = await requiredSecrets(context, options)
  const at = options.at ?? delivery.receivedAt ?? new Date()
  const { secretAs: secretForm, tolerance } = options
  const examination = await examine(delivery, { secrets, secretForm, at, tolerance, document })
  redacting(context, secrets).stdout(
    options.json === true
      ? verifyJson(examination, at, document.version)
      : verifyText(examination, at, document.version, colorsFor(context.color)),
  )
  concludeVerify(examination)
}
