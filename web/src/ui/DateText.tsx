import { formatDate, formatInstant } from '../dates.ts'

/** A calendar date, "20 Nov 2026"; a dash when there is none. */
export const DateText = ({ value }: { value: string | null }) =>
  value ? (
    <time className="figures" dateTime={value}>
      {formatDate(value)}
    </time>
  ) : (
    <span>–</span>
  )

/** An instant in Malaysian time, "20 Nov 2026, 14:05 MYT"; a dash when there is none. */
export const InstantText = ({ value }: { value: string | null }) =>
  value ? (
    <time className="figures" dateTime={value}>
      {formatInstant(new Date(value))}
    </time>
  ) : (
    <span>–</span>
  )
