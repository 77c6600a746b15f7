/** Whether a document is named by a date. Such documents are versions of one API; others are independent. */
export function isDated(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(name)
}
