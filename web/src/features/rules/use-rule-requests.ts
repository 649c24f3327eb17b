import { useQuery } from '@tanstack/react-query'
import { rules } from '#contract/shaping/rules.ts'
import { q } from '../../api/queries.ts'

/** The requests about rules that wait for another person. */
export const useRuleRequests = () => {
  const { data, error, refetch } = useQuery(q(rules.requests))
  const waiting = data?.results ?? []
  return {
    waiting,
    error: data ? null : error,
    retry: () => void refetch(),
    /** Who asked for a change of a rule that waits; undefined where nobody did. */
    askedBy: (id: string) => waiting.find(({ rule_id }) => rule_id === id)?.requested_by,
  }
}
