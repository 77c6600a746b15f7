import { defaultVersion } from '../../versions/index.js'
import type { Answer } from '../pipeline/answer.js'
import { editObject, isObject, objectAt } from './edit.js'
import type { About } from '../pipeline/fault-set.js'
import type { Fault, JsonObject } from './fault.js'

const isOne = ({ operationId }: About, name: string): boolean => operationId === name

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** From the second reading on, the document of the second version is no document any more. */
const forgetful = () => {
  let readings = 0
  return (answer: Answer, about: About): Answer => {
    const second = about.service.versions.supported[1]
    if (!isOne(about, 'getSpecByVersion') || about.values?.path['version'] !== second) return answer
    readings += 1
    return readings === 1 ? answer : { status: 200, headers: JSON_HEADERS, body: '{"hello":1}' }
  }
}

/** Changes the entries of the version list in place. */
const onList =
  (edit: (entries: unknown[]) => void) =>
  (answer: Answer, about: About): Answer =>
    isOne(about, 'listSpecVersions')
      ? editObject(answer, ({ versions }) => {
          if (Array.isArray(versions)) edit(versions)
        })
      : answer

/** Documents are kept as bytes. */
const textOf = ({ body = '' }: Answer): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString('utf8')

/** Leaves something out of the document at /spec, which the newest dated one has. */
const latestWithout = (variant: string, what: string, edit: (document: JsonObject) => void): Fault => ({
  rule: 'spec-documents/latest',
  variant,
  does: `leaves ${what} out of the document at /spec`,
  hooks: () => ({
    answer: (answer, about) =>
      isOne(about, 'getLatestSpec') ? editObject({ ...answer, body: textOf(answer) }, edit) : answer,
  }),
})

/** Faults in the documents as such and in the list of them. */
export const specificationFaults: readonly Fault[] = [
  {
    rule: 'spec-documents/versions-list',
    does: 'leaves the second supported version out of /spec/versions',
    hooks: () => ({
      answer: (answer, about) =>
        isOne(about, 'listSpecVersions')
          ? editObject(answer, (body) => {
              const { versions } = body
              if (Array.isArray(versions)) versions.splice(1, 1)
            })
          : answer,
    }),
  },
  {
    rule: 'spec-documents/default',
    does: 'names the newest version as the default in /spec/versions',
    hooks: () => ({
      answer: (answer, about) =>
        isOne(about, 'listSpecVersions')
          ? editObject(answer, (body) =>
              Object.assign(body, { default: about.service.versions.supported.at(-1) }),
            )
          : answer,
    }),
  },
  {
    rule: 'spec-documents/locations',
    does: 'leaves the places out of /spec/versions',
    hooks: () => ({
      answer: (answer, about) =>
        isOne(about, 'listSpecVersions')
          ? editObject(answer, (body) => {
              const { versions } = body
              if (Array.isArray(versions))
                body['versions'] = versions.map((entry: unknown) =>
                  isObject(entry) ? entry['version'] : entry,
                )
            })
          : answer,
    }),
  },
  {
    rule: 'spec-documents/locations',
    variant: 'stray',
    does: 'gives the place of the oldest document as that of the second version',
    hooks: () => ({
      answer: onList((entries) => {
        const [oldest, second] = entries
        if (!isObject(oldest) || !isObject(second)) return
        for (const [name, value] of Object.entries(oldest))
          if (value !== oldest['version']) second[name] = value
      }),
    }),
  },
  {
    rule: 'spec-documents/each-listed',
    does: 'lists one more version, which there is no document of',
    hooks: () => ({
      answer: onList((entries) => {
        entries.push({ version: '2027-01-01', url: '/spec/2027-01-01' })
      }),
    }),
  },
  {
    rule: 'spec-documents/no-key',
    does: 'wants a key for the latest document',
    hooks: () => ({
      answer: (answer, about) =>
        isOne(about, 'getLatestSpec') && about.headers['x-api-key'] === undefined
          ? { status: 401, headers: JSON_HEADERS, body: JSON.stringify("header 'X-API-Key' is required") }
          : answer,
    }),
  },
  {
    rule: 'spec-documents/dated',
    does: 'answers something else than a document when the second version is read again',
    hooks: () => ({ answer: forgetful() }),
  },
  {
    rule: 'spec-documents/latest',
    does: 'answers the oldest document at /spec',
    hooks: () => ({
      answer: (answer, about) => {
        const [oldest = ''] = about.service.versions.supported
        const document = about.service.documents.get(oldest)
        return isOne(about, 'getLatestSpec') && document !== undefined
          ? { ...answer, body: document }
          : answer
      },
    }),
  },
  latestWithout('operation', 'PUT /customers/{id}', (document) => {
    delete objectAt(document, 'paths', '/customers/{id}')['put']
  }),
  latestWithout('member', 'the signature of a quote', (document) => {
    delete objectAt(document, 'components', 'schemas', 'SignedAutorampQuote', 'properties')['signature']
  }),
  {
    rule: 'spec-documents/named-operations',
    does: 'leaves GET /customers/{id}/abilities out of every document',
    hooks: () => ({
      document: (document) => {
        delete objectAt(document, 'paths')['/customers/{id}/abilities']
      },
    }),
  },
  {
    rule: 'spec-documents/named-operations',
    variant: 'none',
    does: 'leaves every path out of the first document',
    hooks: () => ({
      document: (document, version, newest) => {
        if (version === defaultVersion && version !== newest) document['paths'] = {}
      },
    }),
  },
  {
    rule: 'authentication/scheme',
    does: 'documents another header for the key',
    hooks: () => ({
      document: (document) => {
        for (const scheme of Object.values(objectAt(document, 'components', 'securitySchemes')))
          if (isObject(scheme)) scheme['name'] = 'X-Token'
      },
    }),
  },
]
