import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCheck, IconClockPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Box, type NoticeItem, type NoticeMark, notices } from '#contract/notifications/notices.ts'
import { addressOf } from '#domain/notifications/addresses.ts'
import { NEWS } from '#domain/notifications/kinds.ts'
import { sentenceOf, untilOf } from '#domain/notifications/sentences.ts'
import { SNOOZES, type Snooze, snoozedUntil } from '#domain/notifications/snooze.ts'
import { formatInstant } from '../../dates.ts'
import { told } from '../../i18n.ts'
import { useViews } from '../../session/session.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { TrialsAmong } from '../../widgets/EnvironmentMark.tsx'
import { agoText } from './ago.ts'
import classes from './notices.module.css'

type Props = {
  item: NoticeItem
  box: Box
  now_ms: number
  /** It was put elsewhere. */
  onMarked: (body: NoticeMark) => void
  /** The person went where the item leads. */
  onOpen: () => void
}

/** One item: a sentence that leads to where something can be done, how old it is, and the ways to put it aside. */
export const NoticeRow = ({ item, box, now_ms, onMarked, onOpen }: Props) => {
  const { t } = useLingui()
  const { act } = useAct(notices.mark)
  const { kind, topic, newest_seq } = item
  const mark = async (body: NoticeMark) => {
    if (await act({ params: { kind, topic }, body })) onMarked(body)
  }
  const finish = () => void mark({ box: 'done', from: box, through: newest_seq })
  const sentence = told(sentenceOf(item))
  const isNews = NEWS.includes(kind)
  const { path, search } = addressOf(item, useViews())
  const open = () => {
    if (isNews && box === 'inbox') finish()
    onOpen()
  }
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <Link to={path} search={search} onClick={open} data-notice>
          {sentence}
        </Link>{' '}
        <TrialsAmong count={item.count} trials={item.trials} />
        {item.reason && <p className={classes.reason}>“{item.reason}”</p>}
        <Times {...{ item, now_ms }} />
      </div>
      {box !== 'inbox' && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => void mark({ box: 'inbox', from: box })}
          aria-label={t`Undo: ${sentence}`}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
      {box === 'inbox' && (
        <SnoozeMenu
          {...{ sentence, item, now_ms }}
          onSnooze={(until) => void mark({ box: 'snoozed', through: newest_seq, until })}
        />
      )}
      {box !== 'done' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          onClick={finish}
          data-done
          aria-label={t`Done: ${sentence}`}
        >
          <IconCheck size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

/** How old an item is, when it ends, and when it comes back. */
const Times = ({ item, now_ms }: Pick<Props, 'item' | 'now_ms'>) => {
  const until = untilOf(item)
  return (
    <small>
      <time dateTime={item.latest} title={formatInstant(new Date(item.latest))}>
        {agoText(item.latest, now_ms)}
      </time>
      {until && (
        <b>
          {' · '}
          <Trans>until {formatInstant(until)}</Trans>
        </b>
      )}
      {item.snoozed_until && (
        <>
          {' · '}
          <Trans>back on {formatInstant(new Date(item.snoozed_until))}</Trans>
        </>
      )}
    </small>
  )
}

/** Until when an item can be put off: not beyond its first deadline that is still to come. */
const SnoozeMenu = ({ sentence, item, now_ms, onSnooze }: MenuProps) => {
  const { t } = useLingui()
  const due_ms = item.due_at ? new Date(item.due_at).getTime() : undefined
  const tooLate = (until: Snooze) =>
    due_ms !== undefined && due_ms > now_ms && due_ms <= snoozedUntil(until, new Date(now_ms)).getTime()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t`Snooze: ${sentence}`}>
          <IconClockPause size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onSnooze('tomorrow')} disabled={tooLate('tomorrow')}>
          <Trans>Until tomorrow, 08:00 MYT</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => onSnooze('monday')} disabled={tooLate('monday')}>
          <Trans>Until Monday, 08:00 MYT</Trans>
        </Menu.Item>
        {SNOOZES.some(tooLate) && (
          <Menu.Label>
            <Trans>Not beyond what ends before then.</Trans>
          </Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type MenuProps = {
  sentence: string
  item: NoticeItem
  now_ms: number
  onSnooze: (until: Snooze) => void
}
