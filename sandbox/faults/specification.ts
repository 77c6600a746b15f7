import { defaultVersion } from '../../versions/index.js'
import type { Answer } from '../pipeline/answer.js'
import { editObject, isEditable, objectAt } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import { fault, type Fault, type JsonObject } from './fault.js'

const isOne = ({ operationId }: AnswerContext, name: string): boolean => operationId === name

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** From the second request on, the document of the second version is invalid. */
const forgetful = () => {
  let readings = 0
  return (answer: Answer, about: AnswerContext): Answer => {
    const second = about.service.versions.supported[1]
    if (!isOne(about, 'getSpecByVersion') || about.values?.path['version'] !== second) return answer
    readings += 1
    return readings === 1 ? answer : { status: 200, headers: jsonHeaders, body: '{"hello":1}' }
  }
}

/** Changes the entries of the version list in place. */
const onList =
  (edit: (entries: unknown[]) => void) =>
  (answer: Answer, about: AnswerContext): Answer =>
    isOne(about, 'listSpecVersions')
      ? editObject(answer, ({ versions }) => {
          if (Array.isArray(versions)) edit(versions)
        })
      : answer

/** The text of a document, which is stored as bytes. */
const textOf = ({ body = '' }: Answer): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString('utf8')

/** Omits something from the document at /spec that the newest dated one has. */
const latestWithout = (variant: string, what: string, edit: (document: JsonObject) => void): Fault => ({
  rule: 'spec-documents/latest',
  variant,
  does: `leaves ${what} out of the document at /spec`,
  hooks: () => ({
    answer: (answer, about) =>
      isOne(about, 'getLatestSpec') ? editObject({ ...answer, body: textOf(answer) }, edit) : answer,
  }),
})

/** Faults in the documents themselves and in their list. */
export const specificationFaults: readonly Fault[] = [
  fault('spec-documents/versions-list', 'leaves the second supported version out of /spec/versions', () => ({
    answer: (answer, about) =>
      isOne(about, 'listSpecVersions')
        ? editObject(answer, (body) => {
            const { versions } = body
            if (Array.isArray(versions)) versions.splice(1, 1)
          })
        : answer,
  })),
  fault('spec-documents/default', 'names the newest version as the default in /spec/versions', () => ({
    answer: (answer, about) =>
      isOne(about, 'listSpecVersions')
        ? editObject(answer, (body) =>
            Object.assign(body, { default: about.service.versions.supported.at(-1) }),
          )
        : answer,
  })),
  fault('spec-documents/locations', 'leaves the places out of /spec/versions', () => ({
    answer: (answer, about) =>
      isOne(about, 'listSpecVersions')
        ? editObject(answer, (body) => {
            const { versions } = body
            if (Array.isArray(versions))
              body['versions'] = versions.map((entry: unknown) =>
                isEditable(entry) ? entry['version'] : entry,
              )
          })
        : answer,
  })),
  fault(
    'spec-documents/locations:stray',
    'gives the place of the oldest document as that of the second version',
    () => ({
      answer: onList((entries) => {
        const [oldest, second] = entries
        if (!isEditable(oldest) || !isEditable(second)) return
        for (const [name, value] of Object.entries(oldest))
          if (value !== oldest['version']) second[name] = value
      }),
    }),
  ),
  fault('spec-documents/each-listed', 'lists one more version, which there is no document of', () => ({
    answer: onList((entries) => {
      entries.push({ version: '2027-01-01', url: '/spec/2027-01-01' })
    }),
  })),
  fault('spec-documents/no-key', 'wants a key for the latest document', () => ({
    answer: (answer, about) =>
      isOne(about, 'getLatestSpec') && about.headers['x-api-key'] === undefined
        ? { status: 401, headers: jsonHeaders, body: JSON.stringify("header 'X-API-Key' is required") }
        : answer,
  })),
  fault(
    'spec-documents/dated',
    'answers something else than a document when the second version is read again',
    () => ({ answer: forgetful() }),
  ),
  fault('spec-documents/latest', 'answers the oldest document at /spec', () => ({
    answer: (answer, about) => {
      const [oldest = ''] = about.service.versions.supported
      const document = about.service.documents.get(oldest)
      return isOne(about, 'getLatestSpec') && document !== undefined ? { ...answer, body: document } : answer
    },
  })),
  latestWithout('operation', 'PUT /customers/{id}', (document) => {
    delete objectAt(document, 'paths', '/customers/{id}')['put']
  }),
  latestWithout('member', 'the signature of a quote', (document) => {
    delete objectAt(document, 'components', 'schemas', 'SignedAutorampQuote', 'properties')['signature']
  }),
  fault(
    'spec-documents/named-operations',
    'leaves GET /customers/{id}/abilities out of every document',
    () => ({
      document: (document) => {
        delete objectAt(document, 'paths')['/customers/{id}/abilities']
      },
    }),
  ),
  fault('spec-documents/named-operations:none', 'leaves every path out of the first document', () => ({
    document: (document, version, newest) => {
      if (version === defaultVersion && version !== newest) document['paths'] = {}
    },
  })),
  fault('authentication/scheme', 'documents another header for the key', () => ({
    document: (document) => {
      for (const scheme of Object.values(objectAt(document, 'components', 'securitySchemes')))
        if (isEditable(scheme)) scheme['name'] = 'X-Token'
    },
  })),
]
