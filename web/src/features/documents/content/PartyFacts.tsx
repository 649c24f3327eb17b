import { useLingui } from '@lingui/react/macro'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { isStated, NO_STATE } from '#domain/documents/stated.ts'
import { inTitleCase } from '#domain/text/title-case.ts'
import { Facts } from '../../../ui/Facts.tsx'
import classes from './DocumentContent.module.css'

type Party = DocumentDetail['sender']

/** Everything that the document says of one party, in the order in which people look for it. */
export const PartyFacts = ({ title, party }: { title: string; party: Party }) => {
  const { t } = useLingui()
  return (
    <section aria-label={title}>
      <h3 className={classes.role}>{title}</h3>
      <p className={classes.name}>{party.name}</p>
      <Facts
        layout="list"
        facts={[
          [t`TIN`, party.tin_no],
          [party.identity_type, party.identity_number],
          [t`SST`, isStated(party.sst_no) && party.sst_no],
          [t`Tourism tax`, isStated(party.ttx_no) && party.ttx_no],
          [t`Address`, addressOf(party)],
          [t`Phone`, party.contact_number],
          [t`E-mail`, party.email],
          [t`MSIC`, joined([party.msic_code, party.business_description].filter(isStated), ' ')],
        ]}
      />
    </section>
  )
}

const addressOf = (party: Party) =>
  joined(
    [
      party.address1,
      party.address2,
      party.address3,
      joined([party.zipcode, party.city], ' '),
      party.state === NO_STATE ? '' : party.state_display,
      inTitleCase(party.country_display),
    ],
    ', ',
  )

const joined = (parts: readonly string[], by: string) => parts.filter((part) => part.trim() !== '').join(by)
