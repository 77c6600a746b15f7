/** What the compiler costs where there is nothing to check. */
export const nothing = 0
