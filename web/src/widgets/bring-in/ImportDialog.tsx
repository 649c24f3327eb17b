import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, FileInput, type FileInputProps, Group, Modal, Stack } from '@mantine/core'
import { IconDownload, IconFileTypeCsv } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { recordTemplate } from '#domain/imports/record-template.ts'
import { download } from '../../api/download.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { useFocusBack } from '../../ui/dialogs/focus-back.ts'
import { Rest } from '../../ui/form/Rest.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { EntityField } from '../EntityField.tsx'
import type { Book, BookAnswer } from './book.ts'
import classes from './bring-in.module.css'
import { ImportOutcome } from './ImportOutcome.tsx'

type Chosen = { file: File | null; sender_entity_code: string }
type Told = { reply: BookAnswer; of: Chosen }

const toInput = ({ file, sender_entity_code }: Chosen, check_only: boolean) => ({
  // Without a file the contract's schema refuses it.
  form: { file: file as File, sender_entity_code, check_only },
})

type Props = { book: Book; onClose: () => void }

/** What stands in a CSV file, brought in: what would become of it first, and then that. */
export const ImportDialog = ({ book, onClose }: Props) => {
  const { t } = useLingui()
  const [told, setTold] = useState<Told>()
  useFocusBack()
  const check = useActForm(book.endpoint, {
    initial: { file: null, sender_entity_code: '' } as Chosen,
    toInput: (chosen) => toInput(chosen, true),
    onDone: (reply, of) => setTold({ reply, of }),
  })
  const { values } = check.form
  const { act, busy: adding } = useAct(book.endpoint, {
    failed: (message) =>
      t`${message} What was added before that stays. Check the file again to see what is left.`,
  })
  const add = async (of: Chosen) => {
    const reply = await act(toInput(of, false))
    // Of what broke off a part may be added: what the check said holds no more.
    setTold(reply && { reply, of })
  }
  // Of another file, or another company, nothing is known yet.
  const isOfThis = ({ of }: Told) =>
    of.file === values.file && of.sender_entity_code === values.sender_entity_code
  const current = told && isOfThis(told) ? told : undefined
  const done = current !== undefined && !current.reply.check_only
  const busy = check.busy || adding
  const foot = useFocusOnNext(told, busy)
  return (
    <Modal opened onClose={busy ? () => {} : onClose} title={book.words.title} size="lg" returnFocus={false}>
      <form onSubmit={done ? stay : check.submit} noValidate>
        <Stack>
          <About {...book} />
          <Rest while={busy}>
            <Stack gap="sm">
              <EntityField {...check.choice('sender_entity_code')} />
              <FileField {...check.field('file')} />
            </Stack>
          </Rest>
          {current && <ImportOutcome book={book} reply={current.reply} />}
          <Group ref={foot} justify="flex-end">
            {current?.reply.error_file !== undefined && (
              <RowsToCorrect content={current.reply.error_file} {...book} />
            )}
            {done ? (
              <Button onClick={onClose}>
                <Trans>Close</Trans>
              </Button>
            ) : (
              <>
                <ReasonedButton
                  type="submit"
                  variant={current ? 'default' : 'filled'}
                  why_not={values.file ? '' : t`Choose a file first.`}
                  loading={check.busy}
                >
                  <Trans>Check the file</Trans>
                </ReasonedButton>
                {current && current.reply.added > 0 && (
                  <Button loading={adding} disabled={check.busy} onClick={() => void add(current.of)}>
                    {book.words.add(current.reply.added)}
                  </Button>
                )}
              </>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Enter in a field, once all is done: nothing is left to check. */
const stay = (event: FormEvent) => event.preventDefault()

/** The buttons at the foot rest while a call is under way; with its answer the last of them is what comes next. */
const useFocusOnNext = (told: Told | undefined, busy: boolean): RefObject<HTMLDivElement | null> => {
  const foot = useRef<HTMLDivElement>(null)
  const seen = useRef(told)
  useEffect(() => {
    if (busy || seen.current === told) return
    seen.current = told
    foot.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()
  }, [told, busy])
  return foot
}

const FileField = (field: FileInputProps) => {
  const { t } = useLingui()
  return (
    <FileInput
      {...field}
      label={t`CSV file`}
      placeholder={t`Choose a file`}
      accept=".csv,text/csv"
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
      clearable
      clearButtonProps={{ 'aria-label': t`Remove the file` }}
      data-autofocus
    />
  )
}

const About = ({ file, headings, sample, words }: Book) => {
  const save = () =>
    download(new Blob([recordTemplate(headings, sample)], { type: 'text/csv' }), `${file}_template.csv`)
  return (
    <div className={classes.about}>
      <p>{words.about}</p>
      <Anchor component="button" type="button" size="sm" onClick={save}>
        <Trans>Download a template with an example row to replace</Trans>
      </Anchor>
    </div>
  )
}

const RowsToCorrect = ({ content, file }: { content: string } & Pick<Book, 'file'>) => (
  <Button
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
    onClick={() => download(new Blob([content], { type: 'text/csv' }), `${file}_to_correct.csv`)}
  >
    <Trans>Download the rows to correct</Trans>
  </Button>
)
