import type { FastifyInstance, FastifyRequest } from '#bundled/fastify'

import type { Operation } from '../../runtime/surface.js'
import { type ServedResponse, toResponse } from '../pipeline/response.js'
import type { PipelineContext } from '../pipeline/pipeline.js'
import { addRoutes, pathOf } from '../pipeline/request.js'
import { notFound, Refusal } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'

type SpecificationHandler = (service: Service, path: Readonly<Record<string, string>>) => ServedResponse

const documentOf = ({ documents }: Service, version: string | undefined): ServedResponse => {
  const body = version === undefined ? undefined : documents.get(version)
  if (body === undefined) throw notFound('document of this version')
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

/** The documents, byte for byte as built (Specification documents). */
const handlers: Readonly<Record<string, SpecificationHandler>> = {
  listSpecVersions: ({ versions }) => {
    const listed = versions.supported.map((version) => ({ version, url: `/spec/${version}` }))
    return toResponse({ status: 200, body: { default: versions.default, versions: listed } })
  },
  getSpecByVersion: (service, path) => documentOf(service, path['version']),
  getLatestSpec: (service) => documentOf(service, service.versions.supported.at(-1)),
}

/** A response outside `/api`. Faults change it unless its route is in no document. */
const withFaults = (
  { service, faults }: PipelineContext,
  request: FastifyRequest,
  response: ServedResponse,
): ServedResponse => {
  const { operation } = request.routeOptions.config
  if (operation === undefined && !request.is404) return response
  return faults.response(response, {
    service,
    operationId: operation?.operationId,
    version: undefined,
    replay: false,
    headers: request.headers,
    values: { path: pathOf(request), query: {}, header: {} },
  })
}

/** The response to a request outside `/api` that is refused, or fails. */
export function failureOutsideApi(
  parts: PipelineContext,
  request: FastifyRequest,
  error: Error,
): ServedResponse {
  if (!(error instanceof Refusal)) parts.log?.error(error.stack ?? error.message)
  const { status, message, headers } = error instanceof Refusal ? error : new Refusal(500, 'internal error')
  return withFaults(parts, request, toResponse({ status, body: message }, headers))
}

/** Adds the operations that serve the documents. */
export function addDocuments(
  app: FastifyInstance,
  operations: readonly Operation[],
  parts: PipelineContext,
): void {
  addRoutes(app, operations, (request, { operationId }) => {
    const handler = handlers[operationId]
    if (handler === undefined) throw new Refusal(501, `${operationId} is not emulated yet`)
    return withFaults(parts, request, handler(parts.service, pathOf(request)))
  })
}
