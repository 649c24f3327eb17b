import { Trans, useLingui } from '@lingui/react/macro'
import { Combobox, Kbd, Modal, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useFocusBack } from '../../ui/dialogs/focus-back.ts'
import { FailedLine } from '../../ui/FailedLine.tsx'
import classes from './Keys.module.css'
import { type Act, useOffers } from './use-offers.ts'

/** Ctrl+K: any screen, any act, a document by its number, a customer by the name; by keyboard alone. */
export const Palette = ({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) => {
  const { t } = useLingui()
  useFocusBack()
  const [typed, setTyped] = useState('')
  const { groups, searching, failed, retry } = useOffers(typed, onHelp)
  const list = useId()
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const ids = groups.flatMap(({ acts }) => acts.map(({ id }) => id)).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is offered changed, so its first one is chosen
  useEffect(() => {
    combobox.selectFirstOption()
  }, [ids])
  const again = () => {
    combobox.focusTarget()
    retry()
  }
  const run = (id: string) => {
    onClose()
    groups
      .flatMap(({ acts }) => acts)
      .find((act) => act.id === id)
      ?.run()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      yOffset="12dvh"
      centered={false}
      size={600}
      padding="sm"
      title={t`Search and go to`}
      returnFocus={false}
    >
      <Combobox store={combobox} onOptionSubmit={run}>
        <Combobox.EventsTarget withExpandedAttribute aria-controls={list}>
          <TextInput
            data-autofocus
            size="md"
            maxLength={100}
            aria-label={t`Search and go to`}
            placeholder={t`Screen, act, invoice number, customer`}
            leftSection={<IconSearch size={18} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options id={list} className={classes.options} aria-label={t`What is offered`}>
          {groups.map(({ title, acts }) => (
            <Combobox.Group key={title} label={title}>
              {acts.map((act) => (
                <Option key={act.id} act={act} />
              ))}
            </Combobox.Group>
          ))}
          {groups.length === 0 && !failed && (
            <Combobox.Empty>
              {searching ? <Trans>Searching…</Trans> : <Trans>Nothing is called so.</Trans>}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox>
      <Foot searching={searching && groups.length > 0} failed={failed} onRetry={again} />
    </Modal>
  )
}

type FootProps = { searching: boolean; failed: unknown; onRetry: () => void }

const Foot = ({ searching, failed, onRetry }: FootProps) => {
  const { t } = useLingui()
  const title = t`Documents and customers: the search failed.`
  return (
    <Text c="dimmed" size="xs" mt={8} aria-live="polite">
      {failed ? (
        <FailedLine error={failed} title={title} onRetry={onRetry} />
      ) : searching ? (
        <Trans>Searching…</Trans>
      ) : (
        <Trans>↑ ↓ to choose, Enter to go, Esc to close</Trans>
      )}
    </Text>
  )
}

const Option = ({ act: { id, words, aside, keys, icon: Icon } }: { act: Act }) => (
  <Combobox.Option value={id} className={classes.option}>
    <Icon size={18} stroke={1.7} aria-hidden />
    <span className={classes.words}>
      {words}
      {aside && <small>{aside}</small>}
    </span>
    {keys && (
      <span className={classes.aside} aria-hidden>
        {keys.split(' ').map((key) => (
          <Kbd key={key} size="xs" ml={4}>
            {key}
          </Kbd>
        ))}
      </span>
    )}
  </Combobox.Option>
)
