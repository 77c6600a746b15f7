import { deviating } from '../probe/deviation.js'
import { ofTypes } from '../probe/ways.js'
import { violation, type Violation } from '../rules/rule.js'
import { type Delivery, isAcknowledged, replyText } from '../../delivery/request.js'
import type { SentDelivery } from '../sending/sender.js'
import type { CaseContext } from './cases.js'

type Context = Pick<CaseContext, 'factory' | 'sender'>

/** The response to a valid event of a kind. */
export interface KindAnswer {
  readonly kind: string
  readonly sent: SentDelivery
}

const bytesIn = ({ exchange }: SentDelivery): number => Buffer.byteLength(exchange.request.body ?? '')

/** A valid event of a given size, padded with white space. */
const ofBytes = ({ factory }: Context, kind: string, bytes: number): Delivery => {
  const text = factory.text(kind)
  const more = Math.max(0, bytes - Buffer.byteLength(text))
  return factory.delivery({ body: `{${' '.repeat(more)}${text.slice(1)}` })
}

/** The accuracy of reported sizes. */
const nearBytes = 8

/** Whether a size limit alone separates accepted from refused events. */
const bodyLimit = async (
  refused: readonly KindAnswer[],
  taken: readonly KindAnswer[],
  context: Context,
): Promise<Violation | undefined> => {
  const kind = taken[0]?.kind
  let above = Math.min(...refused.map(({ sent }) => bytesIn(sent)))
  let below = Math.max(...taken.map(({ sent }) => bytesIn(sent)))
  if (kind === undefined || above <= below) return undefined
  let shown: SentDelivery | undefined
  const takes = async (bytes: number): Promise<boolean> => {
    const sent = await context.sender.settle(() => ofBytes(context, kind, bytes))
    if (!isAcknowledged(sent.reply)) shown = sent
    return isAcknowledged(sent.reply)
  }
  if (!(await takes(below)) || (await takes(above))) return undefined
  while (above - below > nearBytes) {
    const middle = Math.floor((above + below) / 2)
    if (await takes(middle)) below = middle
    else above = middle
  }
  if (!shown || shown.reply.status === undefined) return undefined
  const message = `events of ${above} bytes and more are refused, and those of up to ${below} bytes are accepted: the receiver ${replyText(shown.reply)} to a valid event of ${bytesIn(shown)} bytes; 200 was expected`
  return violation('size', message, shown)
}

/** Whether the same event with another spelling of its type is accepted. */
const typeSpelling = async (
  refused: readonly KindAnswer[],
  { factory, sender }: Context,
): Promise<Violation | undefined> => {
  const [first] = refused
  // A single word differs only in case between spellings.
  if (!first || !refused.every(({ kind }) => kind.includes('_'))) return undefined
  const own = factory.with({ kinds: [first.kind] })
  const { type } = own.event()
  const unknown = JSON.stringify({ ...own.event(), type: `${type}_of_the_drill` })
  // A receiver that accepts unknown types accepts other spellings too.
  if (isAcknowledged((await sender.settle(() => own.delivery({ body: unknown }))).reply)) return undefined
  for (const spelling of ofTypes) {
    const { reply } = await sender.settle(() => deviating(own, [spelling]))
    if (!isAcknowledged(reply)) continue
    const other = spelling.plan.spell?.(type) ?? type
    const message = `a valid event of kind ${type}: the receiver ${replyText(first.sent.reply)}, and accepted the same under the type ${other}; ${type} is the right type`
    return violation('spelling', message, first.sent)
  }
  return undefined
}

/**
 * The single cause of refusing some kinds of events: their size, or the spelling of their types. Sends a
 * dozen deliveries at most.
 * @throws TimeOver
 */
export async function refusalCause(
  answers: readonly KindAnswer[],
  context: Context,
): Promise<Violation | undefined> {
  const taken = answers.filter(({ sent }) => isAcknowledged(sent.reply))
  const refused = answers.filter(({ sent }) => !isAcknowledged(sent.reply) && sent.reply.status !== undefined)
  if (refused.length === 0 || refused.length + taken.length < answers.length) return undefined
  return (await bodyLimit(refused, taken, context)) ?? typeSpelling(refused, context)
}
