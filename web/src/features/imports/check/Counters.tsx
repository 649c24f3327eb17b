import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFiles,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import type { z } from 'zod'
import type { ImportCounts } from '#contract/imports/shapes.ts'
import type { Tone } from '../../../ui/Badge.tsx'
import { count } from '../figures.ts'
import shared from '../imports.module.css'
import classes from './check.module.css'

type Show = 'all' | 'good' | 'bad' | 'warned'
type Counter = { of: Show; icon: TablerIcon; tone: Tone; name: string; value: number; quiet: string }
type Props = { counts: z.infer<typeof ImportCounts>; show: Show; onShow: (show: Show) => void }

/** How many documents there are, how many of them good and bad, or good with warnings; each shows its rows. */
export const Counters = ({ counts, show, onShow }: Props) => {
  const { t } = useLingui()
  const [dropped, already] = [count(counts.dropped), count(counts.already)]
  const neither = [
    counts.dropped > 0 && t`${dropped} more left out`,
    counts.already > 0 && t`${already} stored by an earlier upload`,
  ].filter(Boolean)
  const counters: Counter[] = [
    {
      of: 'all',
      icon: IconFiles,
      tone: 'neutral',
      name: t`All`,
      value: counts.documents,
      quiet: plural(counts.rows, { one: '# row', other: '# rows' }),
    },
    {
      ...{ of: 'good', icon: IconCircleCheck, tone: 'good', name: t`Good`, value: counts.good },
      quiet: neither.join(', ') || t`ready to be stored`,
    },
    {
      ...{ of: 'bad', icon: IconAlertTriangle, tone: counts.bad > 0 ? 'bad' : 'neutral', name: t`Bad` },
      ...{
        value: counts.bad,
        quiet: plural(counts.rows_bad, { one: 'faults in # row', other: 'faults in # rows' }),
      },
    },
  ]
  if (counts.warned > 0)
    counters.push({
      ...{ of: 'warned', icon: IconInfoCircle, tone: 'waiting', name: t`With warnings` },
      ...{ value: counts.warned, quiet: t`ready all the same` },
    })
  return (
    <fieldset className={classes.counters}>
      <legend>{t`Documents of the file`}</legend>
      {counters.map(({ of, icon: Icon, tone, name, value, quiet }) => (
        <button key={of} type="button" data-tone={tone} aria-pressed={show === of} onClick={() => onShow(of)}>
          <span className={classes.counterName}>
            <Icon size={16} aria-hidden />
            {name}
          </span>
          <span className={classes.counterValue}>{count(value)}</span>
          <span className={shared.quiet}>{quiet}</span>
        </button>
      ))}
    </fieldset>
  )
}
