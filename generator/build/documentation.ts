import { isObject, locate } from '../../document/index.js'
import type { LoadedDocument, OperationDocumentation, RawObject } from '../model/document.js'
import type { NamedOperation } from './operations.js'

const textOf = (node: RawObject | undefined, key: string): string => {
  const value = node?.[key]
  return typeof value === 'string' ? value : ''
}

const parametersOf = (document: LoadedDocument, path: readonly string[]): [string, string][] => {
  const list = locate(document.root, path)?.node['parameters']
  return (Array.isArray(list) ? list : []).flatMap((_, index): [string, string][] => {
    const node = locate(document.root, [...path, 'parameters', String(index)])?.node
    const description = textOf(node, 'description')
    return description === '' ? [] : [[`${textOf(node, 'in')}:${textOf(node, 'name')}`, description]]
  })
}

/** The prose of an operation. */
export function documentationOf(
  document: LoadedDocument,
  section: 'paths' | 'webhooks',
  { path, method }: NamedOperation,
): OperationDocumentation {
  const item = locate(document.root, [section, path])?.path ?? []
  const here = [...item, method]
  const node = locate(document.root, here)?.node
  const description = textOf(node, 'description')
  const body = textOf(locate(document.root, [...here, 'requestBody'])?.node, 'description')
  const docs = node?.['externalDocs']
  const link = textOf(isObject(docs) ? docs : undefined, 'url')
  return {
    ...(description !== '' && { description }),
    ...(link !== '' && { link }),
    ...(body !== '' && { body }),
    parameters: new Map([...parametersOf(document, item), ...parametersOf(document, here)]),
  }
}
