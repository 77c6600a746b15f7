import { Refusal } from '../primitives/refusal.js'
import type { AttemptView } from '../webhook-endpoints/webhook-service.js'
import { addressOf, filterOf, parametersOf } from './input/filter.js'
import { type LogView, logPage } from './pages/logs.js'
import { notice, type ConsoleResponse } from './pages/layout.js'
import { verdict } from './pages/components.js'
import { fieldOf } from './input/request.js'
import { attemptIn, attemptGone } from './stored-attempt.js'
import type { ConsoleRoute, ConsoleContext } from './console-context.js'

const page = 50

const chosen = ({ webhooks, query }: ConsoleContext): AttemptView | 'gone' | undefined => {
  const id = fieldOf(query, 'attempt')
  return id === '' ? undefined : (attemptIn(webhooks, id) ?? 'gone')
}

const retried = ({ query }: ConsoleContext, attempt: AttemptView): Pick<LogView, 'notice'> =>
  fieldOf(query, 'done') === 'retried'
    ? { notice: notice(attempt.acknowledged ? 'good' : 'bad', verdict('Retry', attempt)) }
    : {}

const log = (context: ConsoleContext): ConsoleResponse => {
  const { webhooks, session, query } = context
  const filter = filterOf(query)
  const selected = chosen(context)
  const view = {
    filter,
    endpoints: webhooks.endpoints(),
    ...webhooks.attempts(filter, page),
    token: session.token,
  }
  if (selected === 'gone') return { status: 404, page: logPage({ ...view, notice: attemptGone }) }
  if (selected === undefined) return { page: logPage(view) }
  return { page: logPage({ ...view, selected, ...retried(context, selected) }) }
}

/** The log of deliveries, and trying a failed one again. */
export const logRoutes: readonly ConsoleRoute[] = [
  { method: 'GET', path: '', show: log },
  {
    method: 'POST',
    path: '/attempts/:id/retry',
    show: async ({ webhooks, id, query }) => {
      try {
        const attempt = await webhooks.retry(id)
        return {
          see: addressOf('/console', {
            ...parametersOf(filterOf(query)),
            attempt: attempt.id,
            done: 'retried',
          }),
        }
      } catch (error) {
        // Nothing is wrong with what was asked for: it was retried, or the webhook disabled, meanwhile.
        if (error instanceof Refusal && error.status === 409)
          throw new Refusal(409, `It was not retried: ${error.message}.`)
        throw error
      }
    },
  },
]
