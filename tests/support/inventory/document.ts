type Schema = Readonly<Record<string, unknown>>

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

const content = (schema: Schema): Schema => ({ 'application/json': { schema } })

const answer = (schema: Schema, more: Schema = {}): Schema => ({
  description: 'Done.',
  content: content(schema),
  ...more,
})

const refusals = {
  '400': { description: 'Refused.', content: content(ref('Problem')) },
  '404': { description: 'Not there.', content: content(ref('Problem')) },
  '409': { description: 'Not now.', content: content(ref('Problem')) },
}

const operation = (
  operationId: string,
  status: string,
  schema: Schema | undefined,
  more: Schema = {},
): Schema => ({
  operationId,
  ...more,
  responses: { [status]: schema === undefined ? { description: 'Done.' } : answer(schema), ...refusals },
})

const body = (name: string): Schema => ({ requestBody: { required: true, content: content(ref(name)) } })

const path = (name: string, schema: Schema = { type: 'integer', minimum: 1 }): Schema => ({
  name,
  in: 'path',
  required: true,
  schema,
})

const query = (name: string, schema: Schema): Schema => ({ name, in: 'query', schema })

const limit = query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 })

const text = (most = 40): Schema => ({ type: 'string', minLength: 1, maxLength: most })

const object = (required: readonly string[], properties: Schema): Schema => ({
  type: 'object',
  required,
  properties,
})

const list = (name: string): Schema => ({ type: 'array', items: ref(name) })

const stored = (draft: Schema, own: Schema): Schema => ({ allOf: [draft, object(Object.keys(own), own)] })

const count = { type: 'integer', minimum: 0 }

const warehouse = object(['name'], { name: text(), city: text(), capacity: { ...count, maximum: 1000 } })

const article = object(['title', 'kind', 'price'], {
  title: text(),
  kind: { enum: ['tool', 'part', 'food'] },
  price: { type: 'number', minimum: 0, maximum: 1000 },
  note: { ...text(80), type: ['string', 'null'] },
  is_fragile: { type: 'boolean' },
  warehouse_id: { type: 'integer', minimum: 1 },
})

const schemas = {
  Problem: object(['message'], { message: { type: 'string' } }),
  WarehouseDraft: warehouse,
  Warehouse: stored(ref('WarehouseDraft'), { id: count }),
  ShelfDraft: object(['label'], { label: text(), height: { ...count, maximum: 500 } }),
  ShelfPatch: object([], { label: text(), height: { ...count, maximum: 500 } }),
  Shelf: stored(ref('ShelfDraft'), { id: count, warehouse_id: count }),
  ArticleDraft: article,
  ArticlePatch: { ...article, required: [] },
  Article: stored(ref('ArticleDraft'), { id: count, read_as: count }),
  TagDraft: object(['title'], { title: text(), color: { enum: ['red', 'blue'] } }),
  Tag: stored(ref('TagDraft'), { slug: text(), deleted_at: { type: ['string', 'null'] } }),
}

const warehouseId = path('warehouseId')
const shelf = [warehouseId, path('shelfId')]
const slug = path('slug', text())

/** The document of the inventory: warehouses with shelves, articles, and tags that are only marked as deleted. */
export const inventoryDocument = {
  openapi: '3.1.0',
  info: { title: 'Inventory', version: '1' },
  paths: {
    '/warehouses': {
      get: operation(
        'listWarehouses',
        '200',
        object(['items', 'total'], { items: list('Warehouse'), total: count }),
        {
          parameters: [query('page', { type: 'integer', minimum: 1, default: 1 }), limit],
        },
      ),
      post: operation('createWarehouse', '201', ref('Warehouse'), body('WarehouseDraft')),
    },
    '/warehouses/{warehouseId}': {
      parameters: [warehouseId],
      get: operation('readWarehouse', '200', ref('Warehouse')),
      put: operation('replaceWarehouse', '200', ref('Warehouse'), body('WarehouseDraft')),
      delete: operation('deleteWarehouse', '204', undefined),
    },
    '/warehouses/{warehouseId}/shelves': {
      parameters: [warehouseId],
      get: operation('listShelves', '200', list('Shelf')),
      post: operation('createShelf', '201', ref('Shelf'), body('ShelfDraft')),
    },
    '/warehouses/{warehouseId}/shelves/{shelfId}': {
      parameters: shelf,
      get: operation('readShelf', '200', ref('Shelf')),
      patch: operation('changeShelf', '200', ref('Shelf'), body('ShelfPatch')),
      delete: operation('deleteShelf', '204', undefined),
    },
    '/articles': {
      get: operation('listArticles', '200', list('Article'), {
        parameters: [
          query('offset', { type: 'integer', minimum: 0, default: 0 }),
          limit,
          query('kind', { enum: ['tool', 'part', 'food'] }),
          query('is_fragile', { type: 'boolean' }),
          query('warehouse_id', { type: 'integer', minimum: 1 }),
        ],
      }),
      post: {
        ...operation('createArticle', '201', undefined, body('ArticleDraft')),
        responses: {
          '201': answer(ref('Article'), {
            links: { read: { operationId: 'readArticle', parameters: { id: '$response.body#/read_as' } } },
          }),
          ...refusals,
        },
      },
    },
    '/articles/{id}': {
      parameters: [path('id')],
      get: operation('readArticle', '200', ref('Article')),
      put: operation('replaceArticle', '200', ref('Article'), body('ArticleDraft')),
      patch: operation('changeArticle', '200', ref('Article'), body('ArticlePatch')),
      delete: operation('deleteArticle', '204', undefined),
    },
    '/tags': {
      get: operation(
        'listTags',
        '200',
        object(['data', 'next_cursor'], { data: list('Tag'), next_cursor: { type: ['string', 'null'] } }),
        { parameters: [query('cursor', { type: 'string' }), limit] },
      ),
      post: operation('createTag', '200', ref('Tag'), body('TagDraft')),
    },
    '/tags/{slug}': {
      parameters: [slug],
      get: operation('readTag', '200', ref('Tag')),
      delete: operation('deleteTag', '200', ref('Tag')),
    },
  },
  components: { schemas },
}
