import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { type SavedView, VIEW_NAME_CHARS_MAX, views } from '#contract/people/views.ts'
import { useAct } from '../../acts/use-act.ts'
import { useFocusBack } from '../../dialogs/focus-back.ts'
import { SideForm } from '../../form/SideForm.tsx'
import { useActForm } from '../../form/use-act-form.ts'
import classes from './EditViews.module.css'

type Props = { kept: readonly SavedView[]; onClose: () => void }

/** Renames and deletes views. What was deleted stands here until this is closed, to be brought back. */
export const EditViews = ({ kept, onClose }: Props) => {
  const { t } = useLingui()
  const [gone, setGone] = useState<readonly SavedView[]>([])
  const [renamed, setRenamed] = useState<SavedView>()
  useFocusBack()
  const rows = [...kept, ...gone.filter(({ id }) => !kept.some((view) => view.id === id))]
  const list = useRef<HTMLUListElement>(null)
  const forget = (one: SavedView) => {
    setGone((all) => all.filter(({ id }) => id !== one.id))
    // The button that had the focus goes with what it said.
    list.current?.focus()
  }
  return (
    <>
      <Modal opened onClose={onClose} title={t`Edit views`} returnFocus={false}>
        <ul ref={list} tabIndex={-1} className={classes.views}>
          {rows
            .toSorted((one, other) => one.name.localeCompare(other.name))
            .map((view) => (
              <li key={view.id}>
                {gone.includes(view) ? (
                  <Gone view={view} onBack={() => forget(view)} />
                ) : (
                  <Kept view={view} onRename={setRenamed} onGone={() => setGone((all) => [...all, view])} />
                )}
              </li>
            ))}
        </ul>
      </Modal>
      {renamed && <RenameView view={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}

type KeptProps = { view: SavedView; onRename: (view: SavedView) => void; onGone: () => void }

const Kept = ({ view, onRename, onGone }: KeptProps) => {
  const { t } = useLingui()
  const { act, busy } = useAct(views.remove)
  const { id, name } = view
  const remove = async () => {
    if (await act({ params: { id } })) onGone()
  }
  return (
    <>
      <span className={classes.name}>{name}</span>
      <Group gap={4} wrap="nowrap">
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t`Rename ${name}`}
          onClick={() => onRename(view)}
        >
          <Trans>Rename</Trans>
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          c="var(--bad)"
          aria-label={t`Delete ${name}`}
          loading={busy}
          onClick={() => void remove()}
        >
          <Trans>Delete</Trans>
        </Button>
      </Group>
    </>
  )
}

/** It is made anew, as it was. */
const Gone = ({ view: { list, name, search }, onBack }: { view: SavedView; onBack: () => void }) => {
  const { act, busy } = useAct(views.create)
  const undo = async () => {
    if (await act({ body: { list, name, search } })) onBack()
  }
  return (
    <>
      <span className={classes.gone} role="status">
        <Trans>“{name}” was deleted.</Trans>
      </span>
      {/* The button that had the focus is gone. */}
      <Button variant="subtle" size="compact-sm" ref={focus} loading={busy} onClick={() => void undo()}>
        <Trans>Undo</Trans>
      </Button>
    </>
  )
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

const RenameView = ({ view: { id, name }, onClose }: { view: SavedView; onClose: () => void }) => {
  const { t } = useLingui()
  const form = useActForm(views.update, {
    initial: { name },
    toInput: (values) => ({ params: { id }, body: values }),
    done: t`View renamed.`,
    onDone: onClose,
  })
  return (
    <SideForm title={t`Rename ${name}`} form={form} onClose={onClose}>
      <TextInput
        {...form.field('name')}
        label={t`Name`}
        maxLength={VIEW_NAME_CHARS_MAX}
        required
        data-autofocus
      />
    </SideForm>
  )
}
