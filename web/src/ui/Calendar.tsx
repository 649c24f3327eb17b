import '@mantine/dates/styles.css'
import 'dayjs/locale/ms'
import { useLingui } from '@lingui/react/macro'
import { DatePicker } from '@mantine/dates'
import { spoken } from '../i18n.ts'

type Props = { date: string | null; onPick: (date: string | null) => void }

/** A month to pick a day of, and no other; weeks begin on Monday. */
export const Calendar = ({ date, onPick }: Props) => {
  const { t } = useLingui()
  return (
    <DatePicker
      locale={spoken()}
      value={date}
      defaultDate={date ?? undefined}
      onChange={onPick}
      highlightToday
      hideOutsideDates
      firstDayOfWeek={1}
      weekendDays={[]}
      ariaLabels={{ previousMonth: t`Previous month`, nextMonth: t`Next month` }}
    />
  )
}
