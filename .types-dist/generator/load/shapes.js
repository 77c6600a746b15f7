import { isObject } from './pointer.js';
import { Search } from './search.js';
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const nameOf = (path) => JSON.stringify(path.at(-1) ?? '');
// An empty value in YAML is null; where something is due it says nothing, and nothing is demanded.
const isEmpty = (node) => node === null;
// In YAML the name of the type null is easily left without its quotes.
const types = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string', null]);
const typeFault = (type = null) => {
    const odd = (Array.isArray(type) ? type : [type]).find((name) => !types.has(name));
    return odd === undefined ? undefined : `${JSON.stringify(odd)} is no type of JSON Schema`;
};
const schemaFault = ({ node, path }) => {
    if (isObject(node))
        return typeFault(node['type']);
    const isSchema = typeof node === 'boolean' || isEmpty(node);
    const isOldList = Array.isArray(node) && path.at(-1) === 'items';
    return isSchema || isOldList ? undefined : 'a schema is an object or a boolean';
};
const schemasFault = ({ node, path }) => {
    if (lists.has(path.at(-1) ?? '')) {
        return Array.isArray(node) ? undefined : `${nameOf(path)} is not a list of schemas`;
    }
    return isObject(node) || isEmpty(node) ? undefined : `${nameOf(path)} is not an object`;
};
// The parameters of a link are values; examples often stand where an object with a `value` is due.
const holdsValues = (path) => path.at(-3) === 'links' || path.at(-1) === 'examples';
const membersFault = ({ node, path }) => {
    const isList = path.at(-1) === 'parameters' && Array.isArray(node);
    if (isEmpty(node) || holdsValues(path))
        return undefined;
    if (path.at(-1) === 'parameters' && !isList && path.length > 2)
        return '"parameters" is not a list';
    if (!isObject(node) && !isList)
        return `${nameOf(path)} is not an object`;
    const odd = Object.entries(node).find(([key, value]) => !key.startsWith('x-') && (isList || !isEmpty(value)) && !isObject(value));
    return odd === undefined ? undefined : `${JSON.stringify(odd[0])} in ${nameOf(path)} is not an object`;
};
const objectFault = ({ node, path }) => {
    if (path.at(-1) === 'requestBody' && path.at(-3) !== 'links' && !isObject(node) && !isEmpty(node)) {
        return 'a request body is not an object';
    }
    const isNamed = path.at(-2) === 'parameters' && isObject(node) && 'name' in node;
    return isNamed && typeof node['name'] !== 'string' ? 'the name of a parameter is not a string' : undefined;
};
const faults = {
    schema: schemaFault,
    schemas: schemasFault,
    map: membersFault,
    object: objectFault,
};
const referenceFault = ({ node, kind }) => (kind === 'schema' || kind === 'object') &&
    isObject(node) &&
    '$ref' in node &&
    typeof node['$ref'] !== 'string'
    ? '"$ref" is not a string'
    : undefined;
const schemaOf = ({ path, kind }) => {
    if (kind === 'schema')
        return path;
    const isKeyword = kind === 'schemas' && path.at(-2) !== 'components';
    return isKeyword ? path.slice(0, -1) : undefined;
};
const search = new Search((place) => {
    const message = referenceFault(place) ?? faults[place.kind](place);
    const { path, kind } = place;
    return message === undefined
        ? undefined
        : { path, message, schema: schemaOf(place), hidesInner: kind === 'schemas' };
});
const isBelow = (path, above) => path.length > above.length && above.every((segment, index) => path[index] === segment);
/** Everything of a document that is not of the kind that its place demands, in document order. */
export function misshapen(root) {
    let hiding;
    return search.in(root).filter(({ path, hidesInner }) => {
        if (hiding && isBelow(path, hiding))
            return false;
        if (hidesInner)
            hiding = path;
        return true;
    });
}
