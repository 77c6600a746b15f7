import { isObject, member, objectOf, resolvePointer } from '../../document/index.js'
import type { Api } from '../model/api.js'
import type { CallBody } from '../model/call.js'
import type { Operation } from '../../runtime/surface.js'
import { schemaBelow } from './document-schema.js'
import { writeForm } from './form.js'
import { bareMediaType, bodyKind, concreteMediaType } from './media-types.js'
import { writeMultipart, type WrittenBody } from './multipart.js'
import { isWellFormed, wellFormedText } from './well-formed.js'
import { canWriteXml, writeXml } from './xml.js'

const textOfValue = (value: unknown): string =>
  typeof value === 'string' ? wellFormedText(value) : (JSON.stringify(value) ?? '')

/** The pointer of the media type of a body in the document; empty where the document has no such media type. */
const pointerOf = ({ requestBody }: Operation, mediaType: string): string => {
  const content = requestBody?.content ?? {}
  const named = Object.hasOwn(content, mediaType) ? content[mediaType] : undefined
  const alike = Object.entries(content).find(([type]) => bareMediaType(type) === bareMediaType(mediaType))
  return (named ?? alike?.[1])?.pointer ?? ''
}

/** Writes the value of a body in its media type. */
const writeValue = ({ value, mediaType }: CallBody, operation: Operation, { document }: Api): WrittenBody => {
  const contentType = concreteMediaType(mediaType)
  const pointer = pointerOf(operation, mediaType)
  const schema = pointer === '' ? undefined : schemaBelow(document, pointer)
  const encoding = objectOf(
    pointer === '' ? undefined : member(resolvePointer(document, pointer), 'encoding'),
  )
  switch (bodyKind(contentType)) {
    case 'form':
      return { text: isObject(value) ? writeForm(value, encoding) : textOfValue(value), contentType }
    case 'multipart':
      return writeMultipart(value, contentType, schema?.node, document, encoding)
    case 'xml':
      return { text: writeXml(value, schema, document), contentType }
    case 'lines':
      return {
        text: [value]
          .flat()
          .map((item) => `${JSON.stringify(item)}\n`)
          .join(''),
        contentType,
      }
    case 'json':
      return { text: JSON.stringify(value) ?? '', contentType }
    case 'text':
      return { text: textOfValue(value), contentType }
  }
}

/** A body as it is sent; undefined Content-Type where the call wants none. */
export function writeBody(
  body: CallBody,
  operation: Operation,
  api: Api,
): { readonly text: string; readonly contentType: string | undefined } {
  const written = writeValue(body, operation, api)
  const contentType = body.contentType === undefined ? written.contentType : body.contentType
  return { text: body.raw ?? written.text, contentType: contentType ?? undefined }
}

/** Whether a value survives being written in a media type: JSON holds everything, forms and XML less. */
export function canWriteBody(mediaType: string, value: unknown): boolean {
  if (value === undefined) return false
  switch (bodyKind(concreteMediaType(mediaType))) {
    case 'json':
    case 'lines':
      return true
    case 'form':
    case 'multipart':
      return isObject(value) && isWellFormed(value) && Object.values(value).every(isWritableMember)
    case 'xml':
      return isWellFormed(value) && canWriteXml(value)
    case 'text':
      return typeof value === 'string' ? isWellFormed(value) : typeof value !== 'object'
  }
}

/** Of null and of an empty list nothing is left in a form. */
const isWritableMember = (item: unknown): boolean =>
  item !== null && (!Array.isArray(item) || (item.length > 0 && item.every((one) => one !== null)))
