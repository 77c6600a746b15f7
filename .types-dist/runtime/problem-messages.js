import { found, kindOf, listed, quoted } from './problem-values.js';
import { unicodeLength } from './unicode-length.js';
const articles = {
    string: 'a string',
    number: 'a number',
    integer: 'an integer',
    boolean: 'a boolean',
    object: 'an object',
    array: 'an array',
    null: 'null',
};
const formatWords = {
    date: 'a date such as 2026-08-01',
    'date-time': 'a date, a T, a time with seconds, and Z or an offset (RFC 3339)',
    time: 'a time such as 12:00:00Z',
    decimal: 'a decimal number such as "12.50", without an exponent',
    uuid: 'a UUID',
    uri: 'an absolute URI',
    email: 'an email address',
    byte: 'base64',
    int32: 'an integer of 32 bits',
    uint32: 'an integer of 32 bits that is not negative',
    int64: 'an integer of 64 bits',
    uint64: 'an integer of 64 bits that is not negative',
};
const comparisons = {
    '>=': 'at least',
    '<=': 'at most',
    '>': 'more than',
    '<': 'less than',
};
const listOf = (value) => (Array.isArray(value) ? value : [value]);
const oneOf = (types) => {
    const words = listOf(types).map((type) => articles[String(type)] ?? String(type));
    const last = words.pop() ?? 'a value';
    return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
};
const count = (number, one, many) => `${String(number)} ${number === 1 ? one : many}`;
const sized = (bound, one, many, size) => ({ limit }, { value }) => `must have ${bound} ${count(limit, one, many)}, and has ${String(size(value))}`;
const lengthOf = (value) => (typeof value === 'string' ? unicodeLength(value) : 0);
const itemsOf = (value) => (Array.isArray(value) ? value.length : 0);
const membersOf = (value) => typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
const compared = ({ comparison, limit }, at) => `must be ${comparisons[String(comparison)] ?? String(comparison)} ${String(limit)}, not ${found(at.value, at.path)}`;
const formatted = ({ format }, at) => {
    const name = String(format);
    const words = Object.hasOwn(formatWords, name) ? formatWords[name] : `of the format ${quoted(name)}`;
    return `must be ${words}, not ${found(at.value, at.path)}`;
};
const named = ({ path }) => quoted(String(path.at(-1) ?? ''));
const contained = ({ minContains, maxContains }) => maxContains === undefined
    ? `must contain at least ${count(minContains, 'item', 'items')} of the kind that is asked for`
    : `must contain ${quoted(minContains)} to ${quoted(maxContains)} items of the kind that is asked for`;
const united = ({ branches, passingSchemas }) => {
    if (Array.isArray(passingSchemas))
        return 'fits more than one of the forms of which it must have exactly one';
    return branches === undefined
        ? 'has none of the forms that it may have'
        : `has none of the ${quoted(branches)} forms that it may have`;
};
const writers = {
    required: (_, at) => `${named(at)} is required and missing`,
    dependentRequired: ({ property }, at) => `${named(at)} is required where ${quoted(property)} is given`,
    additionalProperties: (_, at) => `${named(at)} is not a property that is known here`,
    unevaluatedProperties: (_, at) => `${named(at)} is not a property that is known here`,
    propertyNames: (_, at) => `${named(at)} is not a name that is allowed here`,
    type: ({ type }, at) => typeof at.value === 'object' && at.value !== null
        ? `must be ${oneOf(type)}, not ${kindOf(at.value)}`
        : `must be ${oneOf(type)}, not ${found(at.value, at.path)}`,
    enum: ({ allowedValues }, at) => `must be ${listed(listOf(allowedValues))}, not ${found(at.value, at.path)}`,
    const: ({ allowedValue }, at) => `must be ${quoted(allowedValue)}, not ${found(at.value, at.path)}`,
    format: formatted,
    pattern: ({ pattern }, at) => `must match the pattern ${quoted(pattern)}, and ${found(at.value, at.path)} does not`,
    minimum: compared,
    maximum: compared,
    exclusiveMinimum: compared,
    exclusiveMaximum: compared,
    multipleOf: ({ multipleOf }, at) => `must be a multiple of ${String(multipleOf)}, not ${found(at.value, at.path)}`,
    minLength: /* @__PURE__ */ sized('at least', 'character', 'characters', lengthOf),
    maxLength: /* @__PURE__ */ sized('at most', 'character', 'characters', lengthOf),
    minItems: /* @__PURE__ */ sized('at least', 'item', 'items', itemsOf),
    maxItems: /* @__PURE__ */ sized('at most', 'item', 'items', itemsOf),
    minProperties: /* @__PURE__ */ sized('at least', 'property', 'properties', membersOf),
    maxProperties: /* @__PURE__ */ sized('at most', 'property', 'properties', membersOf),
    items: ({ limit }, { value }) => `must have at most ${count(limit, 'item', 'items')}, and has ${itemsOf(value)}`,
    unevaluatedItems: ({ len }, { value }) => `must have at most ${count(len, 'item', 'items')}, and has ${itemsOf(value)}`,
    uniqueItems: ({ i, j }) => `must have no item twice, and items ${quoted(j)} and ${quoted(i)} are equal`,
    contains: contained,
    not: () => 'has the form that it must not have',
    'false schema': () => 'must not be there',
    anyOf: united,
    oneOf: united,
};
/** The sentence that tells a person what is wrong at a place. Names the property, the limit, and what was found. */
export function messageOf({ keyword, params, message }, at) {
    if (keyword === 'branches' && at.value === undefined)
        return `${named(at)} is required and missing`;
    if (keyword === 'branches') {
        return `must be one of ${(message ?? '').replace(/^.*? equal to one of: /s, '')}, not ${found(at.value, at.path)}`;
    }
    const writer = Object.hasOwn(writers, keyword) ? writers[keyword] : undefined;
    return writer ? writer(params, at) : (message ?? `breaks the rule ${quoted(keyword)}`);
}
