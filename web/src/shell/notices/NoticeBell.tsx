import { Plural, useLingui } from '@lingui/react/macro'
import { ActionIcon, Indicator, Popover, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { notices } from '#contract/notifications/notices.ts'
import { q } from '../../api/queries.ts'
import { later } from '../../ui/later/later.ts'

const NoticePanel = later(async () => (await import('./NoticePanel.tsx')).NoticePanel)

/** About what three notices take. */
const PANEL_PX = 240

/** What comes back by itself, at the hour until which it was snoozed, is told by nobody. */
const ASK_AGAIN_MS = 60_000

/** What the person is told of: how many items there are, and all of them behind the button. */
export const NoticeBell = () => {
  const { t } = useLingui()
  const [opened, panel] = useDisclosure(false)
  const { data } = useQuery({
    ...q(notices.list, { query: { box: 'inbox' } }),
    refetchInterval: ASK_AGAIN_MS,
    staleTime: 0,
  })
  const count = data?.items.length ?? 0
  const told = `${count}${data?.more ? '+' : ''}`
  return (
    <>
      <VisuallyHidden role="status">
        {data && <Plural value={count} _0="" one="# notification" other="# notifications" />}
      </VisuallyHidden>
      <Popover
        opened={opened}
        onChange={panel.set}
        position="bottom-end"
        width="min(440px, calc(100vw - 16px))"
        shadow="md"
        trapFocus
        returnFocus
      >
        <Indicator disabled={count === 0} label={told} size={16} color="red.9" offset={4}>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              onClick={panel.toggle}
              aria-label={t`Notifications: ${told}`}
            >
              <IconBell size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown p={0}>
          <Suspense fallback={<Skeleton height={PANEL_PX} />}>
            <NoticePanel onClose={panel.close} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}
