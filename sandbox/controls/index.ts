import type { FastifyInstance, FastifyRequest } from '#bundled/fastify'
import type { Result } from '../service/service.js'
import { badRequest } from '../primitives/refusal.js'
import { type Controls, type ControlCall, membersOf, webhookControls } from './webhooks.js'
import { renderCustomer, settle } from '../customer/customers.js'
import { moves, movePayment, renderPayment } from '../open-banking/payments.js'
import { requireRecord } from '../state/repository.js'
import { publishTerms } from '../terms-and-conditions/handlers.js'
import { logged } from '../events/events.js'
import { type ServedResponse, toResponse } from '../pipeline/response.js'
import { readJson, parseQuery, bytesOf, headerOf, pathOf, rawQueryOf, send } from '../pipeline/request.js'
import type { PipelineContext } from '../pipeline/pipeline.js'
import { WebhookService } from '../webhook-endpoints/webhook-service.js'

const earliest = new Date('2000-01-01T00:00:00.000Z')
const latest = new Date('2100-01-01T00:00:00.000Z')
const secondMs = 1000

const clockState = ({ service }: ControlCall): Result => ({
  status: 200,
  body: { now: service.clock().toISOString() },
})

/** The time that a body requests. Throws `Refusal` 400. */
const requestedTime = ({ service, body }: ControlCall): Date => {
  const members = membersOf(body)
  const [now, seconds] = [members.get('now'), members.get('advance_seconds')]
  if ((now === undefined) === (seconds === undefined))
    throw badRequest("request body must hold 'now', 'advance_seconds' or 'reset', and one of them only")
  if (typeof now === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(now)) return new Date(now)
  if (typeof seconds === 'number') return new Date(service.clock().getTime() + seconds * secondMs)
  throw badRequest('request body must hold an ISO date and time, or a number of seconds')
}

const setTime = (call: ControlCall): Result => {
  const { time } = call.service
  if (membersOf(call.body).get('reset') === true) {
    time.reset()
    return clockState(call)
  }
  const date = requestedTime(call)
  if (!(date >= earliest && date <= latest))
    throw badRequest('the time must lie between the years 2000 and 2100')
  time.set(date)
  return clockState(call)
}

const review = ({ service, partnerId, id, body }: ControlCall): Result => {
  const customer = requireRecord(service.store.customers, partnerId, id, 'customer')
  const suspended = membersOf(body).get('suspended')
  if (typeof suspended !== 'boolean') throw badRequest('request body at /suspended must be true or false')
  if (customer.hold === 'Archived') throw badRequest('the customer is archived and cannot change any more')
  const { hold: _hold, ...free } = customer
  const reviewed = settle(service, suspended ? { ...free, hold: 'Suspended' } : free)
  return { status: 200, body: renderCustomer(service, reviewed) }
}

const move = ({ service, partnerId, id, body }: ControlCall): Result => {
  const record = requireRecord(service.store.openBankingPayments, partnerId, id, 'payment')
  const wanted = membersOf(body).get('status')
  const status = moves.find((one) => one === wanted)
  if (status === undefined) throw badRequest(`request body at /status must be one of ${moves.join(', ')}`)
  return { status: 200, body: renderPayment(service, movePayment(service, record, status)) }
}

/** The time of the whole sandbox, compliance reviews of customers, new terms, and payers at their bank. */
const ownControls: Controls = {
  'GET /clock': ['returns the time of the sandbox', clockState],
  'POST /clock': [
    'sets the time with {"now": "ISO date and time"}, moves it with {"advance_seconds": 60}, or resets it with {"reset": true}; for all partners',
    setTime,
  ],
  'POST /terms': [
    'publishes new global terms: customers pinned to them must sign again',
    ({ service, partnerId }) => ({ status: 200, body: publishTerms(service, partnerId) }),
  ],
  'PUT /customers/:id/review': [
    'suspends a customer with {"suspended": true}, or frees it with false',
    review,
  ],
  'PUT /open-banking/:id': [
    'pays an open-banking payment with {"status": "Completed"}, or lets it be Processing or Failed',
    move,
  ],
}

const controls: Controls = { ...ownControls, ...webhookControls }

type Run = Controls[keyof Controls][1]

/** Carries out a control in the style of the API: it requires a key, but ignores the version header. */
const carryOut = async (
  { service, authenticate }: PipelineContext,
  run: Run,
  request: FastifyRequest,
): Promise<ServedResponse> => {
  const partnerId = authenticate(headerOf(request, 'x-api-key'))
  const { id = '' } = pathOf(request)
  const webhooks = new WebhookService(service, partnerId)
  const query = parseQuery(rawQueryOf(request))
  const body = readJson(bytesOf(request), headerOf(request, 'content-type'))
  return toResponse(await logged(service, () => run({ service, partnerId, webhooks, id, query, body })))
}

/** Adds the sandbox's own controls, below a prefix that no document uses. */
export function addControls(app: FastifyInstance, parts: PipelineContext): void {
  const list: object[] = []
  for (const [name, [does, run]] of Object.entries(controls)) {
    const [method = '', path = ''] = name.split(' ')
    const url = `/controls${path}`
    app.route({
      method,
      url,
      handler: async (request, reply) => send(reply, await carryOut(parts, run, request)),
    })
    list.push({ method, path: url, does })
  }
  app.get('/controls', async (_request, reply) => send(reply, toResponse({ status: 200, body: list })))
}
