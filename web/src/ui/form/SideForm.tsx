import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { confirm } from '../dialogs/ask.ts'
import { useEscape } from '../dialogs/escape.ts'
import { useFocusBack } from '../dialogs/focus-back.ts'
import { useDiscardQuestion } from '../dialogs/use-discard-question.ts'
import { useLeaveGuard } from '../dialogs/use-leave-guard.ts'
import { Overtaken } from './Overtaken.tsx'
import { Rest } from './Rest.tsx'
import classes from './SideForm.module.css'
import type { ActForm } from './use-act-form.ts'

type Props = {
  title: string
  form: ActForm
  save_label?: string
  /** What else can be done with what is edited, at the left of the foot. */
  remove?: ReactNode
  /** The fields; the first one, or the one marked `data-autofocus`, has the focus. */
  children: ReactNode
  /** It was saved, or given up. */
  onClose: () => void
}

const WIDTH_PX = 520

/**
 * A form at the side of its screen, on a phone instead of it. It is there as long as it is rendered, anew each time.
 * With something typed it does not close before it has asked.
 */
export const SideForm = ({ title, form, save_label, remove, children, onClose }: Props) => {
  const question = useDiscardQuestion(form.isUnclear())
  const given_up = useRef(false)
  const close = async () => {
    if (form.busy) return
    given_up.current = !form.isDirty() || (await confirm(question))
    if (!given_up.current) return
    form.giveUp()
    onClose()
  }
  useFocusBack()
  useEscape(() => void close())
  // Where the address says that it is open, closing it leaves that: it is asked once.
  const act = async () => form.giveUp()
  useLeaveGuard(() => form.isDirty() && !given_up.current, { ...question, act })
  return (
    <Drawer
      opened
      onClose={() => void close()}
      position="right"
      size={WIDTH_PX}
      title={title}
      closeOnEscape={false}
      returnFocus={false}
      classNames={{ content: classes.panel, title: classes.title, body: classes.body }}
    >
      <form onSubmit={form.submit} noValidate autoComplete="off" className={classes.form}>
        <Rest while={form.sending}>
          <Stack className={classes.fields}>
            {form.overtaken && <Overtaken />}
            {children}
          </Stack>
        </Rest>
        <div className={classes.foot}>
          {remove}
          <Button variant="default" onClick={() => void close()} disabled={form.busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={form.busy}>
            {save_label ?? <Trans>Save</Trans>}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
