import { useLingui } from '@lingui/react/macro'
import { Card } from '../../../ui/Card.tsx'
import type { Scope } from '../form/choices.ts'
import { useForm } from '../form-context.ts'
import classes from './CompaniesCard.module.css'
import { CustomerSelect } from './CustomerSelect.tsx'
import { PartyBox } from './PartyBox.tsx'
import { SenderSelect } from './SenderSelect.tsx'

/** Supplier left, buyer right; self billing changes which of the two is the own company. */
export const CompaniesCard = ({ scope }: { scope: Scope }) => {
  const { t } = useLingui()
  const selfbilling = useForm(({ form }) => form.selfbilling)
  const [supplier, buyer] = selfbilling
    ? (['customer', 'sender'] as const)
    : (['sender', 'customer'] as const)
  return (
    <Card title={t`Company Selector`}>
      <div className={classes.sides}>
        <Side side={supplier} label={t`Supplier`} scope={scope} />
        <Side side={buyer} label={t`Buyer`} scope={scope} />
      </div>
    </Card>
  )
}

type SideProps = { side: 'sender' | 'customer'; label: string; scope: Scope }

const Side = ({ side, label, scope }: SideProps) => (
  <div className={classes.side}>
    {side === 'sender' ? <SenderSelect label={label} scope={scope} /> : <CustomerSelect label={label} />}
    <PartyBox side={side} />
  </div>
)
