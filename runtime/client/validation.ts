import type { MediaTypeObject, Operation, Surface } from '../surface.js'
import type { ContractProblem, Judge, JudgedRequest } from './failure.js'

const places = { query: 'query', path: 'path', header: 'headers', cookie: 'cookies' } as const

const bare = (mediaType: string): string => mediaType.replace(/;.*/s, '').trim().toLowerCase()

/** The entry of a media type: the one spelled so, one that differs in parameters only, or a range. */
const entryOf = (
  content: Readonly<Record<string, MediaTypeObject>>,
  mediaType: string,
): MediaTypeObject | undefined => {
  const wanted = bare(mediaType)
  const ranges = [wanted, `${wanted.split('/')[0]}/*`, '*/*']
  const found = ranges.flatMap((range) => Object.keys(content).filter((name) => bare(name) === range))[0]
  return found === undefined ? undefined : content[found]
}

const responseOf = ({ responses }: Operation, status: number) =>
  [`${status}`, `${`${status}`[0]}XX`, `${`${status}`[0]}xx`, 'default']
    .filter((name) => Object.hasOwn(responses, name))
    .map((name) => responses[name])[0]

// Parameters and forms travel as text: a value of another media type than JSON is not what the schema describes.
const isJson = (mediaType: string): boolean => /[/+]json$/.test(bare(mediaType))

/** Judges requests and answers by what was generated from their document. */
export function judgeOf({ operations, validator }: Pick<Surface, 'operations' | 'validator'>): Judge {
  const check = async (
    name: string | undefined,
    at: string,
    value: unknown,
  ): Promise<readonly ContractProblem[]> => {
    const validate = name === undefined ? undefined : await validator(name)
    if (!validate || validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, keyword, message = keyword }) => ({
      at: at + instancePath,
      rule: keyword,
      message,
    }))
  }
  const operationOf = (id: string): Operation | undefined =>
    Object.hasOwn(operations, id) ? operations[id] : undefined

  const parameters = (operation: Operation, request: JudgedRequest) =>
    operation.parameters.map(async ({ name, in: place, validator: judge, content }) => {
      const values = new Map<string, unknown>(Object.entries(request[places[place]] ?? {}))
      const value = values.get(name)
      const own = judge ?? Object.values(content ?? {})[0]?.validator
      return value === undefined ? [] : check(own, `${places[place]}/${name}`, value)
    })

  return {
    request: async (id, request) => {
      const operation = operationOf(id)
      if (!operation) return []
      const { body, contentType = '' } = request
      const { requestBody } = operation
      const own =
        body === undefined || !isJson(contentType)
          ? undefined
          : entryOf(requestBody?.content ?? {}, contentType)
      const isLacking = requestBody?.required === true && body === undefined
      const missing = { at: 'body', rule: 'required', message: 'a body is required' }
      const all = await Promise.all([...parameters(operation, request), check(own?.validator, 'body', body)])
      return [...(isLacking ? [missing] : []), ...all.flat()]
    },
    answer: async (id, status, mediaType, body) => {
      const operation = operationOf(id)
      const response = operation && responseOf(operation, status)
      const content = response?.content ?? {}
      // A replay of an idempotent request comes without headers.
      const type = mediaType || (Object.keys(content)[0] ?? '')
      const known = Object.keys(content)
      if (body === undefined || known.length === 0) return []
      // A text may be sent as it is where the document has it as JSON.
      const plain = bare(type) === 'text/plain' ? known.find(isJson) : undefined
      const own = entryOf(content, type) ?? (plain === undefined ? undefined : content[plain])
      if (!own)
        return [
          { at: 'headers/content-type', rule: 'media-type', message: `${bare(type)} is not documented` },
        ]
      return isJson(type) || (plain !== undefined && own === content[plain])
        ? check(own.validator, 'body', body)
        : []
    },
  }
}
