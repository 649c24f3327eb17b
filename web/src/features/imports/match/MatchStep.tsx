import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Stack } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { useAct } from '../../../ui/acts/use-act.ts'
import { useSearchState } from '../../../ui/address/use-search-state.ts'
import { Card } from '../../../ui/Card.tsx'
import { useDiscardQuestion } from '../../../ui/dialogs/use-discard-question.ts'
import { useLeaveGuard } from '../../../ui/dialogs/use-leave-guard.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { FileNotes } from '../FileNotes.tsx'
import { fieldWords } from '../field-words.ts'
import { readImport } from '../import-address.ts'
import shared from '../imports.module.css'
import { useKeepImport } from '../use-import.ts'
import { MatchTable } from './MatchTable.tsx'
import { type Chosen, doubles, stillMissing } from './match.ts'

/** Which field each column of the file is: proposed, to be looked over once. */
export const MatchStep = ({ upload }: { upload: Import }) => {
  const { t } = useLingui()
  const { chosen, ...choices } = useChoices(upload)
  const [remember, setRemember] = useState(true)
  const { reset } = useSearchState(readImport)
  const keep = useKeepImport()
  const { act, busy } = useAct(importSteps.match)
  const missing = stillMissing(upload, chosen)
  const missing_words = missing.map(fieldWords).join(', ')
  const twice = doubles(chosen).some((other) => other !== undefined)
  const done = useRef(false)
  useLeaveGuard(
    () => !done.current && chosen.some((field, at) => field !== upload.columns[at]?.field),
    useDiscardQuestion(),
  )
  const next = async () => {
    const answered = await act({ params: { id: upload.id }, body: { columns: [...chosen], remember } })
    if (!answered) return
    done.current = true
    keep(answered)
    reset()
  }
  return (
    <Stack>
      <Notes upload={upload} />
      <Card title={t`Which field is each column?`} aside={<Found upload={upload} />} className={shared.table}>
        <MatchTable columns={upload.columns} {...{ chosen, ...choices }} />
      </Card>
      <div className={shared.bar}>
        <div className={shared.words}>
          <Missing fields={missing_words} />
          {upload.sender_entity_id && (
            <Checkbox
              label={t`Remember this for the next file with these headings`}
              checked={remember}
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
          )}
        </div>
        <Group>
          {upload.state === 'checked' && (
            <ReasonedButton variant="default" onClick={() => reset()}>
              <Trans>Back to the check</Trans>
            </ReasonedButton>
          )}
          <ReasonedButton
            loading={busy}
            rightSection={<IconArrowRight size={16} aria-hidden />}
            why_not={
              choices.unread.size > 0
                ? t`Please choose from the list.`
                : missing.length > 0
                  ? t`Still missing: ${missing_words}`
                  : twice
                    ? t`Two columns are the same field.`
                    : ''
            }
            onClick={() => void next()}
          >
            <Trans>Check the file</Trans>
          </ReasonedButton>
        </Group>
      </div>
    </Stack>
  )
}

/** The field of each column, and what was typed of one and is none; that takes the place of what was chosen before. */
const useChoices = ({ columns }: Import) => {
  const [chosen, setChosen] = useState<Chosen>(() => columns.map(({ field }) => field))
  const [unread, setUnread] = useState<ReadonlyMap<number, string>>(new Map())
  const onChoose = (at: number, field: string | null) => {
    setChosen(chosen.with(at, field))
    setUnread(new Map([...unread].filter(([other]) => other !== at)))
  }
  const onUnread = (at: number, typed: string) => {
    setChosen(chosen.with(at, null))
    setUnread(new Map(unread).set(at, typed))
  }
  return { chosen, unread, onChoose, onUnread }
}

/** How many of the columns were found, and whether they are as last time. */
const Found = ({ upload: { columns } }: { upload: Import }) => {
  const { t } = useLingui()
  const found = columns.filter(({ field }) => field !== null).length
  const remembered = columns.some(({ match }) => match === 'remembered')
  const all = columns.length
  return (
    <span className={shared.quiet}>
      {remembered ? t`As last time` : t`${found} of ${all} found by their headings`}
    </span>
  )
}

/** What there is to know before the columns are gone over. */
const Notes = ({ upload }: { upload: Import }) => {
  const { t } = useLingui()
  return (
    <>
      {upload.state === 'checked' && (
        <Notice tone="waiting" title={t`The file is read again`}>
          <Trans>What you corrected in it so far is forgotten when you go on.</Trans>
        </Notice>
      )}
      <FileNotes upload={upload} />
    </>
  )
}

/** What no column is yet: it stands where the next step is, so that nothing moves as it is found. */
const Missing = ({ fields }: { fields: string }) => (
  <p className={shared.missing} role="status">
    {fields !== '' && (
      <>
        <IconAlertTriangle size={16} aria-hidden />
        <Trans>Still missing: {fields}. Choose the columns that hold them.</Trans>
      </>
    )}
  </p>
)
