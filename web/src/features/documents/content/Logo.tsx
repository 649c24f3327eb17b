import type { DocumentDetail } from '#contract/document-detail.ts'
import { useProfile } from '../../../session/session.ts'
import classes from './DocumentContent.module.css'

/** The logo of the company whose document it is; nothing where it has none. Its name is told beside the parties. */
export const Logo = ({ document }: { document: DocumentDetail }) => {
  const { sender_entities } = useProfile()
  const logo = sender_entities.find((entity) => entity.entity_code === document.sender_entity_code)?.image
  return logo ? <img src={logo} alt="" className={classes.logo} /> : null
}
