const kindsInSchema = new Map([
    ...['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames'].map((keyword) => [keyword, 'schema']),
    ...['contains', 'not', 'if', 'then', 'else'].map((keyword) => [keyword, 'schema']),
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, 'schemas']),
    ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map((keyword) => [keyword, 'schemas']),
]);
// Below these keys stands data, not OpenAPI: a `$ref` there is part of a value, not a reference.
// The members of `scopes` and of what `security` lists have names of the author's own.
const dataKeys = new Set(['example', 'default', 'const', 'enum', 'value', 'scopes', 'security']);
const maps = new Set([
    'parameters',
    'responses',
    'requestBodies',
    'headers',
    'securitySchemes',
    'pathItems',
    'paths',
    'webhooks',
    'callbacks',
    'content',
    'encoding',
    'examples',
    'links',
    'variables',
]);
const kindInObject = (key) => {
    if (dataKeys.has(key) || key.startsWith('x-'))
        return undefined;
    if (key === 'schema' || key === 'itemSchema')
        return 'schema';
    if (key === 'schemas')
        return 'schemas';
    return maps.has(key) ? 'map' : 'object';
};
const kindBelow = (kind, key) => {
    if (kind === 'schemas')
        return 'schema';
    if (kind === 'map')
        return 'object';
    return kind === 'schema' ? kindsInSchema.get(key) : kindInObject(key);
};
/** A place that spells out its path only for who asks: few do, and a document has very many places. */
class Member {
    node;
    kind;
    #holder;
    #key;
    #path;
    constructor(node, kind, holder, key = '') {
        this.node = node;
        this.kind = kind;
        this.#holder = holder;
        this.#key = key;
    }
    get path() {
        this.#path ??= this.#holder === undefined ? [] : [...this.#holder.path, this.#key];
        return this.#path;
    }
    /** Examples may be references, but hold values, also where an object around the value was forgotten. */
    get isExample() {
        const holder = this.#holder;
        return holder instanceof Member && holder.kind === 'map' && holder.#key === 'examples';
    }
}
const openBelow = (place, open) => {
    const { node, kind } = place;
    if (typeof node !== 'object' || node === null)
        return;
    if (place instanceof Member && place.isExample)
        return;
    // `items` may be a list where a document keeps the spelling of an older dialect.
    const ofMember = Array.isArray(node) && kind === 'schema' ? 'schemas' : kind;
    const isListOfObjects = Array.isArray(node) && kind === 'object';
    const first = open.length;
    for (const [key, value] of Object.entries(node)) {
        const below = isListOfObjects ? 'object' : kindBelow(ofMember, key);
        if (below !== undefined)
            open.push(new Member(value, below, place, key));
    }
    // The first is taken out first.
    for (let low = first, high = open.length - 1; low < high; low++, high--) {
        const [a, b] = [open[low], open[high]];
        if (a && b) {
            open[low] = b;
            open[high] = a;
        }
    }
};
/**
 * A place and every place below it, in document order. Iterative, so that depth is bounded by memory alone. What is
 * below a place is looked up after the place was handed out, so it may be changed in between.
 * @param isLeaf whether what is below a place is left out
 * @yields each place, the first one first
 */
export function* placesFrom(start, isLeaf = () => false) {
    const open = [start];
    for (let place = open.pop(); place; place = open.pop()) {
        yield place;
        if (!isLeaf(place))
            openBelow(place, open);
    }
}
/** Every place of a document, as `placesFrom`. */
export const placesOf = (root) => placesFrom(new Member(root, 'object'));
