import { customerOf, isNewest } from './conditions.js'
import { editBody, editObject, isObject, objectAt, withHeader, withoutHeader } from './edit.js'
import type { Fault, Hooks, JsonObject } from './fault.js'

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

/** Further ways to be wrong about versions: in one place, for one version, in errors alone. */
export const versioningVariants: readonly Fault[] = [
  {
    rule: 'versioning/unknown-path',
    variant: 'method',
    does: 'names no version where a path has no such method',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === undefined && answer.status === 405 ? withoutHeader(answer, 'x-api-version') : answer,
    }),
  },
  {
    rule: 'versioning/echo',
    variant: 'refusals',
    does: 'leaves X-API-Version out of refusals',
    hooks: () => ({
      answer: (answer, { version }) =>
        version !== undefined && isRefused(answer) ? withoutHeader(answer, 'x-api-version') : answer,
    }),
  },
  {
    rule: 'versioning/echo',
    variant: 'one-version',
    does: 'echoes the default under the second version',
    hooks: () => ({
      answer: (answer, { service, version, replay }) =>
        version === service.versions.supported[1] && !replay
          ? withHeader(answer, 'x-api-version', service.versions.default)
          : answer,
    }),
  },
  {
    rule: 'versioning/vary',
    variant: 'refusals',
    does: 'leaves Vary out of refusals',
    hooks: () => ({
      answer: (answer) => (answer.status >= 400 ? withoutHeader(answer, 'vary') : answer),
    }),
  },
  {
    rule: 'versioning/unknown-version',
    variant: 'status',
    does: 'answers 404 to a version that is not supported',
    hooks: () => ({
      negotiate: (outcome) => outcome,
      answer: (answer) =>
        typeof answer.body === 'string' && answer.body.includes('"version_unknown"')
          ? { ...answer, status: 404, body: JSON.stringify('no such version') }
          : answer,
    }),
  },
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
  {
    rule: 'versioning/malformed-version',
    variant: 'unpadded',
    does: 'serves a date without zeros as if it had them',
    hooks: () => ({
      negotiate: (outcome, { requested = '', supported }) => {
        const padded = requested.replace(/^(\d{4})-(\d)-(\d)$/, '$1-0$2-0$3')
        return padded !== requested && supported.includes(padded) ? { served: padded } : outcome
      },
    }),
  },
  {
    rule: 'versioning/every-operation',
    variant: 'creation',
    does: 'ignores an unknown version where customers are created',
    hooks: () => ({
      negotiate: (outcome, { operationId }) =>
        outcome.problem?.reason === 'version_unknown' && operationId === 'createCustomer'
          ? { served: outcome.served }
          : outcome,
    }),
  },
  {
    rule: 'versioning/every-operation',
    variant: 'signings',
    does: 'ignores an unknown version on required signings, also where nothing is outstanding',
    hooks: () => ({
      negotiate: (outcome, { operationId }) =>
        outcome.problem?.reason === 'version_unknown' && operationId === 'getCustomerRequiredSignings'
          ? { served: outcome.served }
          : outcome,
    }),
  },
  {
    rule: 'versioning/default-empty',
    variant: 'one-operation',
    does: 'refuses an empty version header on abilities alone',
    hooks: () => ({
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
  },
  {
    rule: 'versioning/response-shapes',
    does: 'gives the abilities of the newest version a field that the version before does not have',
    hooks: () => ({
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
  },
  {
    rule: 'versioning/read-across',
    does: 'does not find customers of another version under the newest one',
    hooks: () => ({
      answer: (answer, about) => {
        if (about.operationId !== 'getCustomerById' || answer.status !== 200 || !isNewest(about))
          return answer
        return customerOf(about)?.version === about.version
          ? answer
          : { ...answer, status: 404, body: JSON.stringify('customer not found') }
      },
    }),
  },
  {
    rule: 'errors/string-body',
    variant: 'not-found',
    does: 'answers 404 with an array',
    hooks: () => ({
      answer: (answer, { version }) =>
        version !== undefined && answer.status === 404 ? editBody(answer, (message) => [message]) : answer,
    }),
  },
  {
    rule: 'errors/bad-request-body',
    does: 'answers 400 with an object',
    hooks: () => ({
      answer: (answer, { version }) =>
        version !== undefined && answer.status === 400
          ? editBody(answer, (body) => (isObject(body) || Array.isArray(body) ? body : { error: body }))
          : answer,
    }),
  },
]
