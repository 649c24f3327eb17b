import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type Entity, entities } from '#contract/entities.ts'
import { FileChoice } from '../../ui/acts/FileChoice.tsx'
import { useAct } from '../../ui/acts/use-act.ts'
import { Card } from '../../ui/Card.tsx'
import { toastBad } from '../../ui/toasts.ts'
import { logoPicture, PICTURE_TYPES } from '../../widgets/pictures.ts'
import classes from './entities.module.css'

/** What stands at the head of the company's documents. */
export const LogoCard = ({ entity: { id, name, image } }: { entity: Entity }) => {
  const { t } = useLingui()
  const params = { id }
  const upload = useAct(entities.setLogo, { done: t`Logo saved.` })
  const removal = useAct(entities.removeLogo, { done: t`The logo was removed.` })
  const choose = async (file: File) => {
    const drawn = await logoPicture(file).catch(() => undefined)
    if (drawn) await upload.act({ params, form: { image: drawn } })
    else toastBad(t`Please choose a PNG, JPEG or WebP picture.`)
  }
  return (
    <Card title={t`Logo`}>
      <div className={classes.logo}>
        {image ? (
          <img src={image} alt={t`Logo of ${name}`} />
        ) : (
          <p className={classes.quiet}>
            <Trans>No logo yet. Documents print the name of the company instead.</Trans>
          </p>
        )}
        <div className={classes.placeActs}>
          {image && (
            <Button
              variant="default"
              size="xs"
              loading={removal.busy}
              onClick={() => void removal.act({ params })}
            >
              <Trans>Remove logo</Trans>
            </Button>
          )}
          <FileChoice
            types={PICTURE_TYPES}
            onChoose={(file) => void choose(file)}
            size="xs"
            loading={upload.busy}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {image ? <Trans>Replace logo</Trans> : <Trans>Upload logo</Trans>}
          </FileChoice>
        </div>
      </div>
    </Card>
  )
}
