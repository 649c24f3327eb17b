import { Plural, useLingui } from '@lingui/react/macro'
import { ActionIcon, Indicator, Popover, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notices } from '#contract/notifications/notices.ts'
import { q } from '../../api/queries.ts'
import { NoticePanel } from './NoticePanel.tsx'

const ASK_AGAIN_MS = 5_000
/** What a person did is heard by the server within this time. */
const HEARD_MS = 1_000

/** What the person is told of: how many items there are, and all of them behind the button. */
export const NoticeBell = () => {
  const { t } = useLingui()
  const [opened, panel] = useDisclosure(false)
  const { data } = useQuery({
    ...q(notices.list, { query: { box: 'inbox' } }),
    refetchInterval: ASK_AGAIN_MS,
    staleTime: 0,
  })
  useWhatIsDone()
  const count = data?.items.length ?? 0
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
        <Indicator disabled={count === 0} label={count} size={16} color="red.9" offset={4}>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              onClick={panel.toggle}
              aria-label={t`Notifications: ${count}`}
            >
              <IconBell size={18} stroke={1.7} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown p={0}>
          <NoticePanel onClose={panel.close} />
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

/** After each act on any screen the items are asked for once more, as soon as the server has heard of it. */
const useWhatIsDone = () => {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return
      clearTimeout(timer)
      timer = setTimeout(() => void client.invalidateQueries({ queryKey: [notices.list.id] }), HEARD_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client])
}
