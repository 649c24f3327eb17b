import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { COMMENT_CHARS_MAX, type Defect, defects } from '#contract/defects.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { InstantText } from '../../ui/DateText.tsx'
import classes from './defects.module.css'
import type { DefectForm } from './values.ts'

type Props = { defect: Pick<Defect, 'id' | 'comments'>; form: DefectForm }

/** What was said of a defect, and what else there is to say: by itself, or with whatever else is saved. */
export const Comments = ({ defect: { id, comments }, form }: Props) => {
  const { t } = useLingui()
  const sent = useRef('')
  // Who typed on meanwhile goes on typing.
  const empty = () => {
    const is_sent = form.form.getValues().comment === sent.current
    if (is_sent) form.form.setFieldValue('comment', '')
    return is_sent
  }
  const { act, busy } = useAct(defects.addComment, { done: t`Comment added.`, onLate: empty })
  const { comment } = form.form.values
  const add = async () => {
    sent.current = comment
    if (await act({ params: { id }, body: { comment } })) empty()
  }
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
        disabled={comment.trim() === ''}
        loading={busy}
        onClick={() => void add()}
      >
        <Trans>Add Comment</Trans>
      </Button>
    </Stack>
  )
}
