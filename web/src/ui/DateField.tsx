import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { isCalendarDate } from '#domain/time/dates.ts'
import { formatDate } from '../dates.ts'
import { later } from './later/later.ts'
import { readDate } from './read-date.ts'

const Calendar = later(async () => (await import('./Calendar.tsx')).Calendar)

/** About what a month takes. */
const CALENDAR_PX = 252

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'error'> & {
  /** `YYYY-MM-DD`, empty, or a text that could not be read as a date: nothing typed is lost. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/**
 * A calendar date, typed in any usual order (22 Nov 2026, 22/11/2026, 2026-11-22, 22.11.26) or picked. It is read when
 * the field is left, not while it is typed; what cannot be read stays as it is, with an error.
 */
export const DateField = ({ value, onChange, error, ...input }: Props) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string>()
  const [opened, calendar] = useDisclosure(false)
  const field = useRef<HTMLInputElement>(null)
  const date = isCalendarDate(value) ? value : null
  const read = () => {
    if (typed === undefined) return
    onChange(readDate(typed) ?? typed.trim())
    setTyped(undefined)
  }
  const pick = (picked: string | null) => {
    if (picked) onChange(picked)
    setTyped(undefined)
    calendar.close()
    field.current?.focus()
  }
  const unread = typed === undefined && value !== '' && !date
  return (
    // The button beside the field is what opens the calendar, and says so.
    <Popover
      opened={opened}
      onChange={calendar.set}
      position="bottom-start"
      withRoles={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <TextInput
          placeholder={t`Day Month Year`}
          {...input}
          ref={field}
          autoComplete="off"
          className="figures"
          value={typed ?? (date ? formatDate(date) : value)}
          error={unread ? t`Please enter a real date, for example 22 Nov 2026.` : error}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={read}
          onKeyDown={(event) => event.key === 'Enter' && read()}
          rightSection={
            input.readOnly ? undefined : <CalendarButton opened={opened} onToggle={calendar.toggle} />
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`Calendar`} data-mantine-stop-propagation>
        <Suspense fallback={<Skeleton width={CALENDAR_PX} height={CALENDAR_PX} />}>
          <Calendar date={date} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

const CalendarButton = ({ opened, onToggle }: { opened: boolean; onToggle: () => void }) => {
  const { t } = useLingui()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="var(--quiet)"
      aria-label={t`Open the calendar`}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={onToggle}
    >
      <IconCalendar size={16} aria-hidden />
    </ActionIcon>
  )
}
