import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, FileInput, type FileInputProps, Group, Modal, Stack } from '@mantine/core'
import { IconDownload, IconFileTypeCsv } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { CUSTOMER_ROWS_MAX, type CustomerImport, customers } from '#contract/customers.ts'
import { CUSTOMER_HEADINGS } from '#domain/imports/customer-headings.ts'
import { csvHead } from '#domain/text/csv.ts'
import { download } from '../../../api/download.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { useFocusBack } from '../../../ui/dialogs/focus-back.ts'
import { Rest } from '../../../ui/form/Rest.tsx'
import { useActForm } from '../../../ui/form/use-act-form.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { EntityField } from '../../../widgets/EntityField.tsx'
import classes from './bring-in.module.css'
import { ImportOutcome } from './ImportOutcome.tsx'

const ROWS_MAX = CUSTOMER_ROWS_MAX.toLocaleString('en')

type Chosen = { file: File | null; sender_entity_code: string }
type Told = { reply: CustomerImport; of: Chosen }

const toInput = ({ file, sender_entity_code }: Chosen, check_only: boolean) => ({
  // Without a file the contract's schema refuses it.
  form: { file: file as File, sender_entity_code, check_only },
})

/** Customers out of a CSV file: what would become of it first, and then that. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui()
  const [told, setTold] = useState<Told>()
  useFocusBack()
  const check = useActForm(customers.import, {
    initial: { file: null, sender_entity_code: '' } as Chosen,
    toInput: (chosen) => toInput(chosen, true),
    onDone: (reply, of) => setTold({ reply, of }),
  })
  const { values } = check.form
  const { act, busy: adding } = useAct(customers.import)
  const add = async (of: Chosen) => {
    const reply = await act(toInput(of, false))
    if (reply) setTold({ reply, of })
  }
  // Of another file, or another company, nothing is known yet.
  const isOfThis = ({ of }: Told) =>
    of.file === values.file && of.sender_entity_code === values.sender_entity_code
  const current = told && isOfThis(told) ? told : undefined
  const done = current !== undefined && !current.reply.check_only
  const busy = check.busy || adding
  const foot = useFocusOnNext(told, busy)
  return (
    <Modal
      opened
      onClose={busy ? () => {} : onClose}
      title={t`Import customers`}
      size="lg"
      returnFocus={false}
    >
      <form onSubmit={done ? stay : check.submit} noValidate>
        <Stack>
          <About />
          <Rest while={busy}>
            <Stack gap="sm">
              <EntityField {...check.choice('sender_entity_code')} />
              <FileField {...check.field('file')} />
            </Stack>
          </Rest>
          {current && <ImportOutcome reply={current.reply} />}
          <Group ref={foot} justify="flex-end">
            {current?.reply.error_file !== undefined && <RowsToCorrect content={current.reply.error_file} />}
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
                    {plural(current.reply.added, { one: 'Add # customer', other: 'Add # customers' })}
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

const About = () => {
  const headings = Object.values(CUSTOMER_HEADINGS).map((heading) => [heading, () => ''] as const)
  const save = () => download(new Blob([csvHead(headings)], { type: 'text/csv' }), 'customers_template.csv')
  return (
    <div className={classes.about}>
      <p>
        <Trans>
          One customer a row, at most {ROWS_MAX}, under the headings of the CSV Report. The file is checked
          first: nothing is stored before you say so.
        </Trans>
      </p>
      <Anchor component="button" type="button" size="sm" onClick={save}>
        <Trans>Download an empty file with all headings</Trans>
      </Anchor>
    </div>
  )
}

const RowsToCorrect = ({ content }: { content: string }) => (
  <Button
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
    onClick={() => download(new Blob([content], { type: 'text/csv' }), 'customers_to_correct.csv')}
  >
    <Trans>Download the rows to correct</Trans>
  </Button>
)
