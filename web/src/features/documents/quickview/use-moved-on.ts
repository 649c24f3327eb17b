import type { DocumentDetail } from '#contract/document-detail.ts'
import { useProfile } from '../../../session/session.ts'

/** Whether the company of a document sends to another environment by now than the one that it was made for. */
export const useMovedOn = ({ sender_entity_code, environment }: DocumentDetail): boolean => {
  const { sender_entities } = useProfile()
  const company = sender_entities.find(({ entity_code }) => entity_code === sender_entity_code)
  return company !== undefined && company.environment !== environment
}
