import { type Answer, toAnswer } from '../pipeline/answer.js'
import { notFound } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'

/** Handles one of the operations that serve the documents. */
type SpecificationHandler = (service: Service, path: Readonly<Record<string, string>>) => Answer

const documentOf = ({ documents }: Service, version: string | undefined): Answer => {
  const body = version === undefined ? undefined : documents.get(version)
  if (body === undefined) throw notFound('document of this version')
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}

/** The documents, byte for byte as built (Specification documents). */
export const specificationHandlers: Readonly<Record<string, SpecificationHandler>> = {
  listSpecVersions: ({ versions }) =>
    toAnswer({
      status: 200,
      body: {
        default: versions.default,
        versions: versions.supported.map((version) => ({ version, url: `/spec/${version}` })),
      },
    }),
  getSpecByVersion: (service, path) => documentOf(service, path['version']),
  getLatestSpec: (service) => documentOf(service, service.versions.supported.at(-1)),
}
