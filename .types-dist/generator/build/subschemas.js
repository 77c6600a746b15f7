import { isObject } from '../load/pointer.js';
const single = [
    'items',
    'additionalProperties',
    'unevaluatedProperties',
    'unevaluatedItems',
    'propertyNames',
    'contains',
    'not',
    'if',
    'then',
    'else',
];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];
/** Keys of an own-property map, rebuilt without touching a prototype even for a key named `__proto__`. */
const mapValues = (map, change) => Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));
/** A copy of a schema with each schema directly inside it replaced by what `change` makes of it. */
export function mapSubschemas(schema, change) {
    const copy = { ...schema };
    for (const key of single) {
        if (isSchema(copy[key]) || copy[key] === null)
            copy[key] = change(copy[key], [key]);
    }
    for (const key of lists) {
        const list = copy[key];
        if (Array.isArray(list))
            copy[key] = list.map((item, index) => change(item, [key, String(index)]));
    }
    for (const key of maps) {
        const map = copy[key];
        if (isObject(map))
            copy[key] = mapValues(map, (value, name) => change(value, [key, name]));
    }
    return copy;
}
/** The same for a schema that was read as JSON Schema: what is directly inside it are schemas too. */
export function mapSchemas(schema, change) {
    return mapSubschemas(schema, (child, path) => (isSchema(child) ? change(child, path) : child));
}
/** Calls `visit` with each schema directly inside a schema. */
export function eachSubschema(schema, visit) {
    const visitAll = (children) => {
        for (const child of children)
            if (isSchema(child))
                visit(child);
    };
    visitAll(single.map((key) => schema[key]));
    for (const key of lists) {
        const list = schema[key];
        if (Array.isArray(list))
            visitAll(list);
    }
    for (const key of maps) {
        const map = schema[key];
        if (isObject(map))
            visitAll(Object.values(map));
    }
}
const isSchema = (value) => isObject(value) || typeof value === 'boolean';
