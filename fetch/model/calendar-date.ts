/**
 * Whether a text is a canonical ISO date `YYYY-MM-DD` that exists in the calendar
 * (specification, Versioning 1).
 */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a text was meant as a date, valid or not: `2025-3-13` and `2025-02-30` are. */
export function looksLikeDate(text: string): boolean {
  return /^\d{4}-\d{1,2}-\d{1,2}$/.test(text)
}
