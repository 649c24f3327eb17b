import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { messages } from '#contract/notifications/messages.ts'
import { q } from '../../api/queries.ts'
import { useProfile } from '../../session/session.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { useFocusBack } from '../../ui/dialogs/focus-back.ts'
import classes from './MessagesDialog.module.css'

/** Read in this window, and by whom; they come again with the next one, until they are dismissed. */
const read = new Set<string>()

/** What superadmins have to tell, one message at a time. */
export const MessagesDialog = () => {
  const { data = [] } = useQuery(q(messages.list))
  const { id: person } = useProfile()
  const [, setRead] = useState(0)
  const [message] = data.filter(({ id }) => !read.has(`${person} ${id}`))
  if (!message) return null
  return <Shown message={message} onNext={() => setRead(read.add(`${person} ${message.id}`).size)} />
}

type Props = { message: Output<typeof messages.list>[number]; onNext: () => void }

const Shown = ({ message: { id, title, content }, onNext }: Props) => {
  const { act, busy } = useAct(messages.dismiss)
  useFocusBack()
  const dismiss = async () => {
    if (await act({ body: { message_id: id } })) onNext()
  }
  return (
    <Modal opened onClose={onNext} title={title} size="lg" returnFocus={false}>
      <Stack>
        <Text className={classes.content}>{content}</Text>
        <Group justify="flex-end">
          <Button variant="default" loading={busy} onClick={() => void dismiss()}>
            <Trans>Do Not Show This Again</Trans>
          </Button>
          <Button onClick={onNext} data-autofocus>
            <Trans>Next</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
