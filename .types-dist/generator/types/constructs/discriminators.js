import { isObject } from '../../load/pointer.js';
import { entriesOf, listOf, textsOf, valuesOf } from '../reading.js';
const unionOf = ({ discriminator, oneOf }) => {
    const property = isObject(discriminator) ? discriminator['propertyName'] : undefined;
    if (!isObject(discriminator) || typeof property !== 'string')
        return undefined;
    return { property, mapping: entriesOf(discriminator['mapping']), branches: listOf(oneOf) };
};
const valuesFor = ({ mapping }, branch) => mapping.flatMap(([value, target]) => (isObject(branch) && target === branch['$ref'] ? [value] : []));
const some = (schema, test) => {
    const union = unionOf(schema);
    return union?.branches.some((branch) => isObject(branch) && '$ref' in branch && test(union, branch)) ?? false;
};
/** Whether a discriminator stands where branches are found by other means than a list. */
export const isTaggedBase = (schema) => unionOf(schema) !== undefined && listOf(schema['oneOf']).length === 0;
/** Whether a branch is selected by no value, or a value selects by a short name. */
export const isUnmapped = (schema) => some(schema, (union, branch) => valuesFor(union, branch).length === 0) ||
    (unionOf(schema)?.mapping.some(([, target]) => !/^#\/components\/schemas\/[^/]+$/.test(String(target))) ?? false);
/** Whether a branch need not have the tag. */
export const isTagOptional = (schema, facts) => some(schema, ({ property }, branch) => facts.references.partsOf(branch).every(({ required }) => !textsOf(required).includes(property)));
/** Whether the tag cannot be written into a branch: into anything but an object, or all of several. */
export const isBranchUnfit = (schema, facts) => some(schema, (_union, branch) => {
    const target = facts.referred(branch);
    return !isObject(target) || (target['type'] !== 'object' && !Array.isArray(target['allOf'])) || 'nullable' in target;
});
const tagOf = ({ property }, values) => JSON.stringify([property, values.map(String).toSorted()]);
/** The tags that a branch says itself that it has. */
const ownTags = (union, branch, references) => references
    .partsOf(branch)
    .flatMap(({ properties }) => (isObject(properties) ? [properties[union.property]] : []))
    .flatMap((property) => references.partsOf(property))
    .flatMap((part) => [valuesOf(part) ?? []])
    .filter((values) => values.length > 0)
    .map((values) => tagOf(union, values));
/** Whether the library writes another tag into a branch than is meant here: its own, or that of another union. */
export const isTagOther = (schema, { references, selected }) => some(schema, (union, branch) => {
    const tag = tagOf(union, valuesFor(union, branch));
    const ref = String(branch['$ref']);
    const first = selected.get(ref) ?? tag;
    selected.set(ref, first);
    return first !== tag || ownTags(union, branch, references).some((own) => own !== tag);
});
/** Whether each branch says by itself what its tag is. */
export const isSaid = (schema, references) => unionOf(schema) !== undefined &&
    !some(schema, (union, branch) => ownTags(union, branch, references).length === 0);
