/** Whether a document is named by a date: such documents are versions of one another, others stand alone. */
export function isDated(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(name)
}
