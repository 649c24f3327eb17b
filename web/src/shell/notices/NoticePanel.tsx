import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Loader, ScrollArea, SegmentedControl } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BOXES, type Box, type NoticeItem, notices } from '#contract/notifications/notices.ts'
import { NEWS } from '#domain/notifications/kinds.ts'
import { MINUTE_MS } from '#domain/time/units.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { useNow } from '../../ui/use-now.ts'
import { NoticeRow } from './NoticeRow.tsx'
import classes from './notices.module.css'
import { useNoticeKeys } from './use-notice-keys.ts'

/** The items of one box, and what can be done about each. J and K go through them, E puts one under Done. */
export const NoticePanel = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui()
  const [box, setBox] = useState<Box>('inbox')
  const { data, error, refetch } = useQuery({ ...q(notices.list, { query: { box } }), staleTime: 0 })
  const { act } = useAct(notices.mark)
  const [last, setLast] = useState<NoticeItem & { from: Box }>()
  const now_ms = useNow(MINUTE_MS)
  const items = data?.items ?? []
  const bringBack = async ({ kind, topic, from }: NoticeItem & { from: Box }) => {
    if (await act({ params: { kind, topic }, body: { box: 'inbox', from } })) setLast(undefined)
  }
  const { list, onKeyDown } = useNoticeKeys(items)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside the buttons that do the same
    <div onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <h2>
          <Trans>Notifications</Trans>
        </h2>
        <Link to={paths.account} search={{ tab: 'notifications' }} onClick={onClose}>
          <Trans>Preferences</Trans>
        </Link>
      </div>
      <Boxes box={box} onBox={setBox} />
      {box === 'inbox' && <AllNews items={items} onDone={() => setLast(undefined)} />}
      <ScrollArea.Autosize mah="min(480px, calc(100vh - 220px))">
        {!data && !error && <Loader size="sm" m="md" aria-label={t`Loading`} />}
        {!data && error && (
          <LoadError
            error={error}
            title={t`The notifications could not be loaded.`}
            onRetry={() => void refetch()}
          />
        )}
        {data && items.length === 0 && <Nothing box={box} />}
        <ul ref={list} className={classes.items}>
          {items.map((item) => (
            <NoticeRow
              key={`${item.kind} ${item.topic}`}
              {...{ item, box, now_ms, onOpen: onClose }}
              onMarked={(body) => setLast(body.box === 'inbox' ? undefined : { ...item, from: body.box })}
            />
          ))}
        </ul>
        {data?.more && (
          <p className={classes.more}>
            <Trans>There are more: put some under Done to see them.</Trans>
          </p>
        )}
      </ScrollArea.Autosize>
      <div className={classes.foot} role="status">
        {last && (
          <>
            <span>
              <Trans>Put aside.</Trans>
            </span>
            <Button variant="subtle" size="compact-xs" onClick={() => void bringBack(last)}>
              <Trans>Undo</Trans>
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** All at once, where it is several that only say that something is done. */
const AllNews = ({ items, onDone }: { items: readonly NoticeItem[]; onDone: () => void }) => {
  const { act, busy } = useAct(notices.finishNews)
  const news = items.filter(({ kind }) => NEWS.includes(kind))
  if (news.length < 2) return null
  const through = Math.max(...news.map(({ newest_seq }) => newest_seq))
  const finish = async () => {
    if (await act({ body: { through } })) onDone()
  }
  return (
    <Button
      className={classes.all ?? ''}
      variant="subtle"
      size="compact-xs"
      loading={busy}
      onClick={() => void finish()}
    >
      <Trans>Put all that is finished under Done</Trans>
    </Button>
  )
}

const Boxes = ({ box, onBox }: { box: Box; onBox: (box: Box) => void }) => {
  const { t } = useLingui()
  return (
    <SegmentedControl
      className={classes.boxes}
      fullWidth
      size="xs"
      aria-label={t`Which notifications`}
      value={box}
      // The values are BOXES.
      onChange={(chosen) => onBox(BOXES.find((one) => one === chosen) ?? 'inbox')}
      data={[
        { value: 'inbox', label: t`Inbox` },
        { value: 'snoozed', label: t`Snoozed` },
        { value: 'done', label: t`Done` },
      ]}
    />
  )
}

const Nothing = ({ box }: { box: Box }) => {
  const { t } = useLingui()
  if (box === 'snoozed') return <EmptyState title={t`Nothing is snoozed.`} icon={IconBellCheck} />
  if (box === 'done') return <EmptyState title={t`Nothing was put under Done.`} icon={IconBellCheck} />
  return (
    <EmptyState title={t`Nothing waits for you.`} icon={IconBellCheck}>
      <Trans>What fails, waits or ends soon is told here.</Trans>
    </EmptyState>
  )
}
