import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { Skip } from '../../engine/outcome.js'
import { customerOf, type Delivery, deliveryHeader, kindOf, messageOf } from '../../model/delivery.js'
import { createCustomer } from '../subjects/customer.js'
import { deliveries, arrivals } from './arrivals.js'
import { endpoint } from './endpoint.js'

interface Attempts {
  readonly refused: Delivery
  readonly again: Delivery
}

const isOf = (kind: string, since: number) => (delivery: Delivery) =>
  delivery.arrivedAt >= since && kindOf(delivery) === kind

/** Refuses the news of a customer once, and waits for it to come again. */
const provoke = (context: ScenarioContext): Promise<Attempts> =>
  context.once('webhooks retry', async () => {
    await deliveries(context)
    const { receiver } = await endpoint(context)
    const { waitMs } = context.session.plan.webhooks ?? { waitMs: 0 }
    const since = Date.now()
    const isNews = isOf('customer_created', since)
    receiver.refuseOnce(isNews)
    await createCustomer(context, context.under.version)
    const refused = await receiver.wait(
      (delivery) => isNews(delivery) && delivery.exchange.response.status === 500,
      waitMs,
    )
    if (!refused) throw new Skip('no customer_created came that could be refused')
    const isAgain = (delivery: Delivery): boolean =>
      isNews(delivery) && delivery !== refused && customerOf(delivery) === customerOf(refused)
    const again = await receiver.wait(isAgain, waitMs)
    if (again) return { refused, again }
    throw new Skip(
      'the delivery that was refused did not come again in the time given; no schedule is promised',
    )
  })

const newId: Scenario = async (context) => {
  const { refused, again } = await provoke(context)
  const [first, second] = [refused, again].map((one) => deliveryHeader(one, 'webhook-id'))
  const message = 'a new webhook-id is due for each retry, that of the first attempt came again'
  context.expect(first === undefined || first !== second, message, again.exchange)
}

const sameContent: Scenario = async (context) => {
  const { refused, again } = await provoke(context)
  const isSame = deepEqual(messageOf(refused), messageOf(again))
  context.expect(isSame, 'the message of a retry is due to be that of the first attempt', again.exchange)
}

/** Equal deliveries can be genuine; the third news of one creation, each one acknowledged before, cannot. */
const mostNews = 2

const acknowledged: Scenario = async (context) => {
  const all = await deliveries(context)
  const { cause } = (await arrivals(context)).find(({ cause: { kind } }) => kind === 'customer_created') ?? {}
  const news = all.filter(
    (delivery) =>
      kindOf(delivery) === 'customer_created' &&
      customerOf(delivery) === cause?.customerId &&
      delivery.exchange.response.status === 200,
  )
  const message =
    'a delivery that was answered 200 is not due again, the creation of one customer came over and over'
  context.expect(news.length <= mostNews, message, news.at(-1)?.exchange)
}

/** Events, delivery 5 and 6: acknowledgement and retries. */
export const retryScenarios: Readonly<Record<string, Scenario>> = {
  'webhooks/retry-id': newId,
  'webhooks/retry-content': sameContent,
  'webhooks/acknowledged': acknowledged,
}
