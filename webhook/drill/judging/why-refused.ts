import { deviating } from '../probe/deviations/deviation.js'
import { ofTypes } from '../probe/deviations/events.js'
import type { Delivery } from '../sending/delivery.js'
import { isTaken, replyText } from '../sending/delivery.js'
import type { SentDelivery } from '../sending/sender.js'
import { type Violation, violation } from './outcome.js'
import type { CaseContext } from './send-case.js'

/** A valid event of some kind with its answer. */
export interface KindAnswer {
  readonly kind: string
  readonly sent: SentDelivery
}

const bytesIn = ({ exchange }: SentDelivery): number => Buffer.byteLength(exchange.request.body ?? '')

/** A valid event of so many bytes: what there is too few of is white space. */
const ofBytes = ({ factory }: CaseContext, kind: string, bytes: number): Delivery => {
  const text = factory.text(kind)
  const more = Math.max(0, bytes - Buffer.byteLength(text))
  return factory.delivery({ body: `{${' '.repeat(more)}${text.slice(1)}` })
}

/** As near as the sizes are told. */
const nearBytes = 8

/** Between what is taken and what is refused there is a size, and it is the size alone that decides. */
const bodyLimit = async (
  refused: readonly KindAnswer[],
  taken: readonly KindAnswer[],
  context: CaseContext,
): Promise<Violation | undefined> => {
  const kind = taken[0]?.kind
  let above = Math.min(...refused.map(({ sent }) => bytesIn(sent)))
  let below = Math.max(...taken.map(({ sent }) => bytesIn(sent)))
  if (kind === undefined || above <= below) return undefined
  let shown: SentDelivery | undefined
  const takes = async (bytes: number): Promise<boolean> => {
    const sent = await context.sender.send(() => ofBytes(context, kind, bytes))
    if (!isTaken(sent.reply)) shown = sent
    return isTaken(sent.reply)
  }
  if (!(await takes(below)) || (await takes(above))) return undefined
  while (above - below > nearBytes) {
    const middle = Math.floor((above + below) / 2)
    if (await takes(middle)) below = middle
    else above = middle
  }
  if (!shown || shown.reply.status === undefined) return undefined
  const message = `events of ${above} bytes and more are refused, and those of up to ${below} bytes are taken: the receiver ${replyText(shown.reply)} to a valid event of ${bytesIn(shown)} bytes, and 200 is due`
  return violation('size', message, shown)
}

/** The same event with its type spelled otherwise is taken. */
const typeSpelling = async (
  refused: readonly KindAnswer[],
  { factory, sender }: CaseContext,
): Promise<Violation | undefined> => {
  const [first] = refused
  // One word alone is spelled alike in every way but in capitals.
  if (!first || !refused.every(({ kind }) => kind.includes('_'))) return undefined
  const own = factory.with({ kinds: [first.kind] })
  const { type } = own.event()
  const unknown = JSON.stringify({ ...own.event(), type: `${type}_of_the_drill` })
  // Who takes any unknown type takes those that are spelled otherwise as well.
  if (isTaken((await sender.send(() => own.delivery({ body: unknown }))).reply)) return undefined
  for (const spelling of ofTypes) {
    const { reply } = await sender.send(() => deviating(own, [spelling]))
    if (!isTaken(reply)) continue
    const other = spelling.plan.spell?.(type) ?? type
    const message = `a valid event of kind ${type}: the receiver ${replyText(first.sent.reply)}, and took the same under the type ${other}; ${type} is the type that is sent`
    return violation('spelling', message, first.sent)
  }
  return undefined
}

/**
 * The one cause for which a receiver refuses some kinds of events and takes others: how large they are, or how their
 * types are spelled. Asked of a receiver that refuses some, with a dozen deliveries at most.
 * @throws TimeOver
 */
export async function whyRefused(
  answers: readonly KindAnswer[],
  context: CaseContext,
): Promise<Violation | undefined> {
  const taken = answers.filter(({ sent }) => isTaken(sent.reply))
  const refused = answers.filter(({ sent }) => !isTaken(sent.reply) && sent.reply.status !== undefined)
  if (refused.length === 0 || refused.length + taken.length < answers.length) return undefined
  return (await bodyLimit(refused, taken, context)) ?? typeSpelling(refused, context)
}
