/** The context of a schema that is no part of another. */
export const startIn = ({ view, isFilledIn }, indent, isDeferred = false) => ({
    view,
    isFilledIn,
    isDeferred,
    indent,
    wholes: [],
});
