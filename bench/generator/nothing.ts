/** An empty module, which shows the cost of the compiler alone. */
export const nothing = 0
