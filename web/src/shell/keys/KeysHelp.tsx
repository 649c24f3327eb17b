import { Trans, useLingui } from '@lingui/react/macro'
import { Kbd, Modal, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useFocusBack } from '../../ui/dialogs/focus-back.ts'
import type { MenuItem } from '../../widgets/menu.ts'
import classes from './Keys.module.css'
import { SHORTCUTS } from './shortcuts.ts'

/** All shortcuts of the product, for who asked by `?`. */
export const KeysHelp = ({ menu, onClose }: { menu: readonly MenuItem[]; onClose: () => void }) => {
  const { t, i18n } = useLingui()
  useFocusBack()
  return (
    <Modal opened onClose={onClose} title={t`Keyboard shortcuts`} size={720} returnFocus={false}>
      <div className={classes.help}>
        <Group title={t`Go to`}>
          {menu.map(({ key, label, to }) => (
            <Line key={to} keys={['G', key.toUpperCase()]}>
              {i18n._(label)}
            </Line>
          ))}
        </Group>
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <Group key={title.id} title={i18n._(title)}>
            {shortcuts.map(({ keys, does }) => (
              <Line key={does.id} keys={keys}>
                {i18n._(does)}
              </Line>
            ))}
          </Group>
        ))}
      </div>
      <Text c="dimmed" size="sm" mt="md" className={classes.note}>
        <Trans>
          Letters never act while you type. They can be switched off on{' '}
          <Link to={paths.account} onClick={onClose}>
            My Account
          </Link>
          .
        </Trans>
      </Text>
    </Modal>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.group}>
    <h3>{title}</h3>
    <dl>{children}</dl>
  </section>
)

const Line = ({ keys, children }: { keys: readonly string[]; children: ReactNode }) => (
  <div className={classes.line}>
    <dt>{children}</dt>
    <dd>
      {keys.map((key) => (
        <Fragment key={key}>
          {' '}
          <Kbd size="xs">{key}</Kbd>
        </Fragment>
      ))}
    </dd>
  </div>
)
