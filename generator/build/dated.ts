/** Whether a document is named by a date: such documents are versions of one another, others stand alone. */
export const isDated = (name: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(name)
