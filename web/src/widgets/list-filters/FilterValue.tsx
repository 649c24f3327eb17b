import { useLingui } from '@lingui/react/macro'
import { formatDate } from '../../dates.ts'
import { told } from '../../i18n.ts'
import { useProfile } from '../../session/session.ts'
import { environmentWord } from '../environment-look.ts'
import type { FilterName } from './filter-labels.ts'
import { storeOptions } from './store-options.ts'
import { useTypeChoices } from './use-type-choices.tsx'

/** `className`: where it may be cut off; it is told whole where the mouse rests. */
type Props = { value: string; className?: string | undefined }

/** What a filter asks for, as its own choice says it. */
export const FilterValue = ({ name, ...props }: Props & { name: FilterName }) => {
  const { value } = props
  switch (name) {
    case 'invoice_type':
      return <Types {...props} />
    case 'sender_entity_code':
      return <Companies {...props} />
    case 'sender_store_code':
      return <Departments {...props} />
    case 'environment':
      return <Environments {...props} />
    // Several one by one; some are names of ours that are no status.
    case 'status':
      return <Words {...props} value={value.split(',').map(told).join(', ')} />
    case 'date_start':
    case 'date_end':
      return <Words {...props} value={formatDate(value)} />
    default:
      return <Words {...props} />
  }
}

const Types = (props: Props) => {
  const { options } = useTypeChoices()
  return <Words {...props} value={inWords(props.value, options)} />
}

const Companies = (props: Props) => {
  const options = useProfile().sender_entities.map(({ entity_code, name }) => ({
    value: entity_code,
    label: name,
  }))
  return <Words {...props} value={inWords(props.value, options)} />
}

const Departments = (props: Props) => (
  <Words {...props} value={inWords(props.value, storeOptions(useProfile().store_code))} />
)

const Environments = (props: Props) => {
  const { i18n } = useLingui()
  const words = props.value.split(',').map((one) => environmentWord(one, i18n))
  return <Words {...props} value={words.join(', ')} />
}

/** One that is not offered, or whose word is on its way, stands as the address has it. */
const inWords = (codes: string, options: readonly { value: string; label: string }[]) =>
  codes
    .split(',')
    .map((code) => options.find(({ value }) => value === code)?.label ?? code)
    .join(', ')

const Words = ({ value, className }: Props) => (
  <span className={className} title={className && value}>
    {value}
  </span>
)
