/** Whether a text `YYYY-MM-DD` names a day of the calendar. */
export const isRealDate = (text: string): boolean => {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}
