import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconBookmarkPlus, IconCheck, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { type SavedView, type ViewedList, views } from '#contract/people/views.ts'
import { q } from '../../../api/queries.ts'
import { parseSearch } from '../../../search.ts'
import { whenWanted } from '../../later/later.ts'
import type { UsualSearch } from '../list-address.ts'
import type { SearchedRows } from '../use-list.ts'
import { viewOf } from './view-of.ts'

const SaveView = whenWanted(async () => (await import('./SaveView.tsx')).SaveView)
const EditViews = whenWanted(async () => (await import('./EditViews.tsx')).EditViews)

type Props = {
  /** Which list it is. */
  of: ViewedList
  list: SearchedRows<unknown>
  /** What a view keeps beside what the address says now. */
  also?: UsualSearch | undefined
}

/** The states of this list that a person keeps by name: to go to, to add to and to edit. */
export const ViewsMenu = ({ of, list, also }: Props) => {
  const [opened, menu] = useDisclosure(false)
  const [panel, setPanel] = useState<'save' | 'edit'>()
  const [last, setLast] = useState<string>()
  const { data, error } = useQuery({ ...q(views.list), enabled: opened || panel !== undefined })
  const kept = data?.views.filter((view) => view.list === of) ?? []
  const none = useNone({ error, known: data !== undefined })
  const search = viewOf({ ...list.search, ...also })
  const button = useRef<HTMLButtonElement>(null)
  const open = (which: 'save' | 'edit') => {
    // The item goes with its menu: what opens now gives the focus back to the button.
    button.current?.focus()
    setPanel(which)
  }
  const close = () => setPanel(undefined)
  const go = (view: SavedView) => {
    setLast(view.id)
    // As anybody may have typed it: the list's own reader takes of it what makes sense.
    list.reset(parseSearch(view.search) as UsualSearch)
  }
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={260} opened={opened} onChange={menu.toggle}>
        <Menu.Target>
          <Button ref={button} variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            <Trans>Views</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {kept.map((view) => (
            <Menu.Item
              key={view.id}
              aria-current={view.search === search || undefined}
              rightSection={view.search === search && <IconCheck size={16} aria-hidden />}
              onClick={() => go(view)}
              style={{ overflowWrap: 'anywhere' }}
            >
              {view.name}
            </Menu.Item>
          ))}
          {kept.length === 0 && <Menu.Label>{none}</Menu.Label>}
          <Menu.Divider />
          <Menu.Item leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={() => open('save')}>
            <Trans>Save view…</Trans>
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            disabled={kept.length === 0}
            onClick={() => open('edit')}
          >
            <Trans>Edit views…</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {panel === 'save' && (
          <SaveView
            view={{ list: of, search, name: kept.find(({ id }) => id === last)?.name ?? '' }}
            kept={kept}
            onClose={close}
          />
        )}
        {panel === 'edit' && <EditViews kept={kept} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Why none are listed. */
const useNone = ({ error, known }: { error: unknown; known: boolean }) => {
  const { t } = useLingui()
  if (error) return t`Your views could not be loaded.`
  return known ? t`You keep no view of this list yet.` : t`Loading…`
}
