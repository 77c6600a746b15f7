import type { FastifyInstance, FastifyRequest } from '#bundled/fastify'

import { parseQuery, type QueryPairs } from '../pipeline/query.js'
import type { PipelineContext } from '../pipeline/pipeline.js'
import { headerOf, rawQueryOf } from '../pipeline/routes.js'
import type { EventRecord } from '../state/records.js'
import { eventStream, type EventStream, streamSender } from '../webhooks/stream.js'
import { queryText } from './control.js'
import { wantedType } from './events.js'

const path = '/events/stream'

/** The description of the stream for the list of controls. */
export const streamControl = {
  [`GET ${path}`]: [
    'streams the events of the partner as text/event-stream; takes customer_id and type, and the header Last-Event-ID to go on after an event',
  ],
} as const

const wantedIn = (query: QueryPairs): ((event: EventRecord) => boolean) => {
  const [customer, wanted] = [queryText(query, 'customer_id'), wantedType(query)]
  return ({ customerId, type }) =>
    (customer === undefined || customer === customerId) && (wanted === undefined || wanted === type)
}

/** An empty header counts as none. */
const namedIn = (header: string | undefined): string | undefined => (header === '' ? undefined : header)

/** Throws `Refusal`. */
const open = ({ authenticate, service }: PipelineContext, request: FastifyRequest): EventStream =>
  eventStream(service, {
    partnerId: authenticate(headerOf(request, 'x-api-key')),
    lastEventId: namedIn(headerOf(request, 'last-event-id')),
    takes: wantedIn(parseQuery(rawQueryOf(request))),
  })

/**
 * The control that streams the log of events. The specification shows no operation of the group Sse, so path and
 * format are the sandbox's own.
 */
export function addEventStream(app: FastifyInstance, parts: PipelineContext): void {
  const send = streamSender(app)
  app.get(`/controls${path}`, async (request, reply) => send(reply, open(parts, request)))
}
