import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { COMMENT_CHARS_MAX, type Defect, defects } from '#contract/defects.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { InstantText } from '../../ui/DateText.tsx'
import classes from './defects.module.css'
import type { DefectForm } from './values.ts'

/** Adds what is typed by itself, not with whatever else is saved: each gives the other up, or it is said twice. */
export const useAdding = (id: string, form: DefectForm) => {
  const { t } = useLingui()
  const sent = useRef('')
  // Who typed on meanwhile goes on typing.
  const empty = () => {
    const is_sent = form.form.getValues().comment === sent.current
    if (is_sent) form.form.setFieldValue('comment', '')
    return is_sent
  }
  const { act, ...adding } = useAct(defects.addComment, { done: t`Comment added.`, onLate: empty })
  const add = async () => {
    const { comment } = form.form.getValues()
    sent.current = comment
    form.giveUp()
    if (await act({ params: { id }, body: { comment } })) empty()
  }
  return { ...adding, add }
}

type Props = {
  comments: Defect['comments']
  form: DefectForm
  adding: Pick<ReturnType<typeof useAdding>, 'add' | 'busy'>
}

/** What was said of a defect, and what else there is to say. */
export const Comments = ({ comments, form, adding: { add, busy } }: Props) => {
  const { t } = useLingui()
  return (
    <Stack gap="xs">
      <ul className={classes.said} aria-label={t`Comments`}>
        {comments.map((one) => (
          <li key={one.id} className={classes.comment}>
            <div className={classes.by}>
              <b>{one.commenter_name}</b>
              <InstantText value={one.created_at} />
            </div>
            <p className={classes.words}>{one.comment}</p>
          </li>
        ))}
      </ul>
      <Textarea
        {...form.field('comment')}
        label={t`Comment`}
        maxLength={COMMENT_CHARS_MAX}
        autosize
        minRows={2}
        maxRows={8}
      />
      <Button
        variant="default"
        size="xs"
        mr="auto"
        disabled={form.form.values.comment.trim() === ''}
        loading={busy}
        onClick={() => void add()}
      >
        <Trans>Add Comment</Trans>
      </Button>
    </Stack>
  )
}
