import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Radio, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { type Entity, type EntityAccess, entities } from '#contract/entities.ts'
import { DOCUMENT_VERSIONS } from '#domain/ubl/versions.ts'
import { told } from '../../i18n.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { Card } from '../../ui/Card.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs/ask.ts'
import { ENVIRONMENT_LOOK, type Environment } from '../../widgets/environment-look.ts'
import { ConnectionTest } from './ConnectionTest.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import classes from './entities.module.css'

/** Where the company sends to, and the credentials for each environment. */
export const AccessCard = ({ entity }: { entity: Entity }) => {
  const { t } = useLingui()
  const [keys, setKeys] = useState<Environment>()
  const move = useMove(entity)
  const { act, busy } = useAct(entities.update, { done: t`Company saved.` })
  const changeVersion = (version: (typeof DOCUMENT_VERSIONS)[number]) =>
    confirm({
      title: t`Send the documents of ${entity.name} as version ${version}?`,
      body:
        version === '1.0'
          ? t`Documents that are sent from now on bear no signature.`
          : t`Documents that are sent from now on are signed: a certificate is needed, or they are put on hold.`,
      confirm_label: t`Send as version ${version}`,
      act: () => act({ params: { id: entity.id }, body: { document_version: version } }),
    })
  return (
    <Card title={t`Authority`}>
      <Radio.Group
        label={t`Documents go to`}
        value={entity.environment}
        onChange={(value) => {
          const access = entity.access.find((one) => one.environment === value)
          if (access) void move(access)
        }}
      >
        <div className={classes.places}>
          {entity.access.map((access) => (
            <Place
              key={access.environment}
              entity={entity}
              access={access}
              onKeys={() => setKeys(access.environment)}
            />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.version}>
        <span id="document-version">
          <Trans>Version of documents (1.1 is signed)</Trans>
        </span>
        <SegmentedControl
          aria-labelledby="document-version"
          data={[...DOCUMENT_VERSIONS]}
          value={entity.document_version}
          disabled={busy}
          onChange={(value) => {
            const version = DOCUMENT_VERSIONS.find((one) => one === value)
            if (version) void changeVersion(version)
          }}
        />
      </div>
      {keys && <CredentialsForm entity={entity} environment={keys} onClose={() => setKeys(undefined)} />}
    </Card>
  )
}

type PlaceProps = { entity: Entity; access: EntityAccess; onKeys: () => void }

const Place = ({ entity, access: { environment, credentials }, onKeys }: PlaceProps) => {
  const { t, i18n } = useLingui()
  const name = i18n._(ENVIRONMENT_LOOK[environment].word)
  return (
    <div className={classes.place} data-chosen={entity.environment === environment || undefined}>
      <Radio value={environment} label={name} description={i18n._(ENVIRONMENT_LOOK[environment].means)} />
      <div className={classes.placeFacts}>
        <span className={classes.quiet}>
          {credentials ? (
            <>
              <Trans>
                Credentials set <InstantText value={credentials.modified_at} />
              </Trans>
              {credentials.on_behalf_of && (
                <>
                  {' · '}
                  <Trans>on behalf of {credentials.on_behalf_of}</Trans>
                </>
              )}
            </>
          ) : (
            <Trans>No credentials yet</Trans>
          )}
        </span>
        <div className={classes.placeActs}>
          <Button
            variant="default"
            size="xs"
            onClick={onKeys}
            aria-label={credentials ? t`Replace credentials for ${name}` : t`Set credentials for ${name}`}
          >
            {credentials ? <Trans>Replace credentials</Trans> : <Trans>Set credentials</Trans>}
          </Button>
          {credentials && <ConnectionTest id={entity.id} environment={environment} name={name} />}
        </div>
      </div>
    </div>
  )
}

/** Asks before the company's documents go to another place. */
const useMove = (entity: Entity) => {
  const { t, i18n } = useLingui()
  const { act } = useAct(entities.update, { done: t`Company saved.` })
  return ({ environment, obstacle }: EntityAccess) => {
    const place = i18n._(ENVIRONMENT_LOOK[environment].word)
    return confirm({
      title: t`Send the documents of ${entity.name} to ${place}?`,
      body: (
        <>
          <p>{i18n._(ENVIRONMENT_LOOK[environment].means)}</p>
          <p>
            <Trans>
              Documents that were approved for the former environment are not sent any more; they can be
              edited and approved again.
            </Trans>
          </p>
          {environment === 'prod' && <DemoAccounts />}
          {obstacle !== '' && (
            <p>
              {told(obstacle)} <Trans>Until that is mended documents are put on hold, or refused.</Trans>
            </p>
          )}
        </>
      ),
      confirm_label: t`Send to ${place}`,
      danger: environment === 'prod',
      act: () => act({ params: { id: entity.id }, body: { environment } }),
    })
  }
}
