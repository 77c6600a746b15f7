/** The keys of a path item that hold operations, in the order of their names in OpenAPI. */
export const methods = [
    'get',
    'put',
    'post',
    'delete',
    'options',
    'head',
    'patch',
    'trace',
];
/** Whether a key of a path item holds an operation. */
export const isMethod = (key) => methods.some((method) => method === key);
