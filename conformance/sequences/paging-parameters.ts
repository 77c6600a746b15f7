import { endOfReferences } from '../../document/index.js'
import type { Schemas } from '../../document/index.js'
import type { JsonSchemaObject } from '../../runtime/json-schema.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import { typesOf } from '../resources/fits.js'
import { wordsOf } from '../resources/words.js'

/** The parameters by which a list is read in pages. */
export interface PagingParameters {
  readonly limit?: Parameter
  readonly offset?: Parameter
  readonly page?: Parameter
  readonly cursor?: Parameter
}

const names = {
  limit:
    /^(limit|page limit|per page|page size|pagesize|perpage|size|max results|max items|first|take|top|rows|count|page count)$/,
  offset: /^(offset|skip|start|page offset|start index|startindex)$/,
  page: /^(page|page number|page no|pagenumber|p|page index|current page)$/,
  cursor:
    /^(cursor|after|starting after|page token|pagetoken|next token|nexttoken|continuation|continuation token|marker|page cursor|page after|next cursor)$/,
}

const isNumeric = ({ schema }: Parameter, schemas: Schemas): boolean => {
  const types = typesOf(schema, schemas)
  return types.includes('integer') || types.includes('number')
}

/** Whether a name is that of a parameter of paging, whatever its type is. */
export function isPagingName(name: string): boolean {
  const words = wordsOf(name).join(' ')
  return Object.values(names).some((pattern) => pattern.test(words))
}

/** The parameters of a list by which it is read in pages, by their names and types. */
export function pagingOf({ parameters }: Operation, schemas: Schemas): PagingParameters {
  const find = (kind: keyof typeof names): Parameter | undefined =>
    parameters.find(
      (one) =>
        one.in === 'query' &&
        names[kind].test(wordsOf(one.name).join(' ')) &&
        (kind === 'cursor' || isNumeric(one, schemas)),
    )
  const [limit, offset, page, cursor] = [find('limit'), find('offset'), find('page'), find('cursor')]
  return {
    ...(limit && { limit }),
    ...(offset && { offset }),
    ...(page && { page }),
    ...(cursor && { cursor }),
  }
}

/** The keywords of a parameter's schema. */
export function keywordsOf(parameter: Parameter | undefined, schemas: Schemas): JsonSchemaObject {
  const end = endOfReferences(parameter?.schema, schemas)
  return typeof end === 'object' ? end : {}
}
