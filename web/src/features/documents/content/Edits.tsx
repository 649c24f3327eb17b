import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DocumentDetail, Edit } from '#contract/document-detail.ts'
import { documents } from '#contract/documents.ts'
import { q } from '../../../api/queries.ts'
import { InstantText } from '../../../ui/DateText.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { FromTo } from '../../../widgets/change/FromTo.tsx'
import classes from './Edits.module.css'
import { useEditWords } from './use-edit-words.ts'

type Props = Pick<DocumentDetail, 'uuid' | 'revision' | 'invoice_type'>

/** What was changed in a document that was edited: few were. */
export const Edits = ({ document }: { document: DocumentDetail }) =>
  document.revision > 1 && <EditList {...document} />

/** The last edit, and the earlier ones folded away. */
const EditList = ({ uuid, revision, invoice_type }: Props) => {
  const { t } = useLingui()
  // Asked for once more when another edit came.
  const asked = q(documents.edits, { params: { uuid } })
  const { data, error, refetch } = useQuery({ ...asked, queryKey: [...asked.queryKey, revision] })
  if (!data && !error) return <Skeleton h={72} />
  if (!data) {
    return (
      <LoadError
        error={error}
        title={t`What was changed could not be loaded.`}
        onRetry={() => void refetch()}
      />
    )
  }
  const [last, ...earlier] = data.edits
  if (!last) return null
  return (
    <section aria-label={t`What was changed`} className={classes.edits}>
      <h3 className={classes.title}>
        <Trans>What was changed</Trans>
      </h3>
      <OneEdit edit={last} invoice_type={invoice_type} />
      {earlier.length > 0 && (
        <details>
          <summary>
            <Trans>Earlier edits ({earlier.length})</Trans>
          </summary>
          {earlier.map((edit) => (
            <OneEdit key={edit.revision} edit={edit} invoice_type={invoice_type} />
          ))}
        </details>
      )}
    </section>
  )
}

const OneEdit = ({ edit, invoice_type }: { edit: Edit } & Pick<Props, 'invoice_type'>) => {
  const words = useEditWords(invoice_type)
  const { changes, more } = edit
  return (
    <div className={classes.edit}>
      <p className={classes.head}>
        <span>{edit.by}</span>
        <InstantText value={edit.at} />
      </p>
      {changes.length === 0 && (
        <p className={classes.quiet}>
          <Trans>No field was changed.</Trans>
        </p>
      )}
      <Facts
        layout="list"
        facts={changes.map((change) => {
          const { name, from, to } = words(change)
          return [name, <FromTo key={name} from={from} to={to} />]
        })}
      />
      {more > 0 && (
        <p className={classes.quiet}>
          <Plural value={more} one="And # more field." other="And # more fields." />
        </p>
      )}
    </div>
  )
}
