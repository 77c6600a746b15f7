import { customerOf, isNewest } from './conditions.js'
import { editBody, editObject, isEditable, objectAt, withHeader, withoutHeader } from './edit.js'
import { fault, type Fault, type Hooks, type JsonObject } from './fault.js'

const ofVersionError = (edit: (body: JsonObject) => void): Hooks => ({
  answer: (answer) =>
    answer.status === 400
      ? editObject(answer, (body) => {
          if (body['error'] === 'unsupported_api_version') edit(body)
        })
      : answer,
})

const isRefused = ({ status, body }: { readonly status: number; readonly body?: unknown }): boolean =>
  status >= 400 && !(typeof body === 'string' && body.includes('unsupported_api_version'))

/** Further version faults: in one location, for one version, or only in errors. */
export const versioningVariants: readonly Fault[] = [
  fault('versioning/unknown-path:method', 'names no version where a path has no such method', () => ({
    answer: (answer, { operationId }) =>
      operationId === undefined && answer.status === 405 ? withoutHeader(answer, 'x-api-version') : answer,
  })),
  fault('versioning/echo:refusals', 'leaves X-API-Version out of refusals', () => ({
    answer: (answer, { version }) =>
      version !== undefined && isRefused(answer) ? withoutHeader(answer, 'x-api-version') : answer,
  })),
  fault('versioning/echo:one-version', 'echoes the default under the second version', () => ({
    answer: (answer, { service, version, replay }) =>
      version === service.versions.supported[1] && !replay
        ? withHeader(answer, 'x-api-version', service.versions.default)
        : answer,
  })),
  fault('versioning/vary:refusals', 'leaves Vary out of refusals', () => ({
    answer: (answer) => (answer.status >= 400 ? withoutHeader(answer, 'vary') : answer),
  })),
  fault('versioning/unknown-version:status', 'answers 404 to a version that is not supported', () => ({
    negotiate: (outcome) => outcome,
    answer: (answer) =>
      typeof answer.body === 'string' && answer.body.includes('"version_unknown"')
        ? { ...answer, status: 404, body: JSON.stringify('no such version') }
        : answer,
  })),
  ...(['error', 'reason', 'requested', 'supported'] as const).map((name): Fault => ({
    rule: 'versioning/error-body',
    variant: name,
    does: `says something else as ${name} of the version error`,
    hooks: () =>
      ofVersionError((body) => {
        const { [name]: value } = body
        body[name] = Array.isArray(value) ? [...value, '2031-01-01'] : 'something else'
      }),
  })),
  fault('versioning/malformed-version:unpadded', 'serves a date without zeros as if it had them', () => ({
    negotiate: (outcome, { requested = '', supported }) => {
      const padded = requested.replace(/^(\d{4})-(\d)-(\d)$/, '$1-0$2-0$3')
      return padded !== requested && supported.includes(padded) ? { served: padded } : outcome
    },
  })),
  fault(
    'versioning/every-operation:creation',
    'ignores an unknown version where customers are created',
    () => ({
      negotiate: (outcome, { operationId }) =>
        outcome.problem?.reason === 'version_unknown' && operationId === 'createCustomer'
          ? { served: outcome.served }
          : outcome,
    }),
  ),
  fault(
    'versioning/every-operation:signings',
    'ignores an unknown version on required signings, also where nothing is outstanding',
    () => ({
      negotiate: (outcome, { operationId }) =>
        outcome.problem?.reason === 'version_unknown' && operationId === 'getCustomerRequiredSignings'
          ? { served: outcome.served }
          : outcome,
    }),
  ),
  fault(
    'versioning/default-empty:one-operation',
    'refuses an empty version header on abilities alone',
    () => ({
      negotiate: (outcome, { requested, supported, operationId }) =>
        requested === '' && operationId === 'getCustomerAbilities'
          ? {
              ...outcome,
              problem: {
                error: 'unsupported_api_version',
                reason: 'version_malformed',
                requested,
                supported,
              },
            }
          : outcome,
    }),
  ),
  fault(
    'versioning/response-shapes',
    'gives the abilities of the newest version a field that the version before does not have',
    () => ({
      document: (document, version, newest) => {
        if (version !== newest) return
        const abilities = objectAt(document, 'components', 'schemas', 'CustomerAbilities')
        objectAt(abilities, 'properties')['reviewed'] = { type: 'boolean' }
        if (Array.isArray(abilities['required'])) abilities['required'].push('reviewed')
      },
      answer: (answer, about) =>
        about.operationId === 'getCustomerAbilities' && answer.status === 200 && isNewest(about)
          ? editObject(answer, (body) => Object.assign(body, { reviewed: true }))
          : answer,
    }),
  ),
  fault('versioning/read-across', 'does not find customers of another version under the newest one', () => ({
    answer: (answer, about) => {
      if (about.operationId !== 'getCustomerById' || answer.status !== 200 || !isNewest(about)) return answer
      return customerOf(about)?.version === about.version
        ? answer
        : { ...answer, status: 404, body: JSON.stringify('customer not found') }
    },
  })),
  fault('errors/string-body:not-found', 'answers 404 with an array', () => ({
    answer: (answer, { version }) =>
      version !== undefined && answer.status === 404 ? editBody(answer, (message) => [message]) : answer,
  })),
  fault('errors/bad-request-body', 'answers 400 with an object', () => ({
    answer: (answer, { version }) =>
      version !== undefined && answer.status === 400
        ? editBody(answer, (body) => (isEditable(body) || Array.isArray(body) ? body : { error: body }))
        : answer,
  })),
]
