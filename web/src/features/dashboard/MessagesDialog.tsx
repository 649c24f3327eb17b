import { Trans } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/notifications/messages.ts'
import { q } from '../../api/queries.ts'
import { useProfile } from '../../session/session.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import classes from './MessagesDialog.module.css'

/** Read in this window, and by whom; they come again with the next one, until they are dismissed. */
const read = new Set<string>()

/** What superadmins have to tell, one message at a time. */
export const MessagesDialog = () => {
  const { data = [] } = useQuery(q(messages.list))
  const { id: person } = useProfile()
  const [, setRead] = useState(0)
  const { act, busy } = useAct(messages.dismiss)
  const unread = data.filter(({ id }) => !read.has(`${person} ${id}`))
  const [message] = unread
  if (!message) return null
  const next = () => setRead(read.add(`${person} ${message.id}`).size)
  const dismiss = async () => {
    if (await act({ body: { message_id: message.id } })) next()
  }
  return (
    <Modal opened onClose={next} title={message.title} size="lg">
      <Stack>
        <Text className={classes.content}>{message.content}</Text>
        <Group justify="flex-end">
          <Button variant="default" loading={busy} onClick={() => void dismiss()}>
            <Trans>Do Not Show This Again</Trans>
          </Button>
          <Button onClick={next} data-autofocus>
            <Trans>Next</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
