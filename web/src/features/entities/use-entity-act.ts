import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { own } from '#codes/own.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { refresh } from '../../api/queries.ts'
import { toastBad, toastGood } from '../../ui/toasts.ts'

/** Sends a change of a company: field messages stay at their fields, anything else becomes one toast. */
export const useEntityAct = <E extends Endpoint>(endpoint: E, done: string) => {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation<Output<E>, Error, { input: Input<E> }>({
    mutationFn: ({ input }) => call(endpoint, input),
    onSettled: () => refresh(client, endpoint),
  })
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  const act = (input: Input<E>, onDone?: (reply: Output<E>) => void) => {
    setErrors({})
    mutate(
      { input },
      {
        onSuccess: (reply) => {
          toastGood(done)
          onDone?.(reply)
        },
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {}
          setErrors(fields)
          if (Object.keys(fields).length === 0) toastBad(messageOf(error))
        },
      },
    )
  }
  return { act, errors, busy: isPending }
}

/** The message at a field, or nothing. */
export const at = (errors: Readonly<Record<string, string[]>>, field: string) => own(errors, field)?.join(' ')
