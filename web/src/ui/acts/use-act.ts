import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { FieldErrors } from '#domain/problems.ts'
import { malaysianTime } from '#domain/time/dates.ts'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { refresh } from '../../api/queries.ts'
import { type Place, toastBad, toastGood } from '../toasts.ts'
import { type CallKey, createCallKey } from './call-key.ts'
import { dropUnsent, keepUnsent } from './unsent.ts'

export type Words<E extends Endpoint> = {
  /** The toast once it is done; none where there is nothing to say. */
  done?: string | ((reply: Output<E>) => string)
  /** The toast of a failure, made of the server's sentence, which alone is said without this; none where empty. */
  failed?: (message: string, error: unknown) => string
  place?: Place
  /** Shows field messages at their fields and answers those it has no field for; without it all become the toast. */
  showFields?: (errors: FieldErrors) => FieldErrors
  /**
   * It was not sent at first, and now it was, without the person. `waits`: whoever sent it is still on its screen.
   * Answers whether they see there that it is done, so that what they send next is another one.
   */
  onLate?: (reply: Output<E>, waits: boolean) => boolean
  /** What it does cannot be taken back: where it was not sent, a person sends it once more, and nothing by itself. */
  by_hand?: boolean
}

/**
 * The one way to send a write. `act` sends once, however often it is called meanwhile, and tells how it ended: one good
 * toast, messages at their fields, or one bad toast. It answers the reply, or undefined where it failed. What has
 * become old by it is asked for again (`changes` of the contract). What failed and would be sent later by itself is not
 * sent any more after `giveUp`; it may have arrived already, where `isUnclear`.
 */
export const useAct = <E extends Endpoint>(endpoint: E, words: Words<E> = {}) => {
  const client = useQueryClient()
  const key = useRef<CallKey>(undefined)
  const running = useRef(false)
  const { mutateAsync, isPending } = useMutation<Output<E>, Error, { input: Input<E>; key: string }>({
    mutationFn: ({ input, key }) =>
      call(endpoint, input, endpoint.idempotent && { headers: { 'Idempotency-Key': key } }),
    // What was done is on the screen before it is told; a failure is told at once.
    onSuccess: () => refresh(client, endpoint),
    onError: () => void refresh(client, endpoint),
  })

  const mounted = useMounted()
  const tellDone = (reply: Output<E>) => {
    const done = typeof words.done === 'function' ? words.done(reply) : words.done
    if (done) toastGood(done, words.place)
  }

  const send = async (input: Input<E>): Promise<Output<E> | undefined> => {
    key.current ??= createCallKey()
    const sent = { input, key: key.current.read() }
    dropUnsent(sent.key)
    try {
      const reply = await mutateAsync(sent)
      key.current.settle()
      tellDone(reply)
      return reply
    } catch (error) {
      key.current.settle(error)
      tellFailure(error, words)
      if (isKept(endpoint, words, error)) keep({ ...sent, text: whatIsSent(), tries: TRIES_MAX })
      return undefined
    }
  }
  const keep = (sent: Kept<E>): void =>
    keepUnsent({ key: sent.key, text: sent.text, again: () => sendAgain(sent) })
  /** The key stays unless it is seen, so that whoever sends the same once more, not knowing, makes nothing twice. */
  const sendAgain = async (sent: Kept<E>) => {
    try {
      const reply = await mutateAsync(sent)
      tellDone(reply)
      if (words.onLate?.(reply, mounted.current) && sent.key === key.current?.read()) key.current.settle()
    } catch (error) {
      // The network was there for a moment only: that was told, and the banner says what waits.
      if (isUnreached(error) && sent.tries > 1) {
        keep({ ...sent, tries: sent.tries - 1 })
        return
      }
      if (sent.key === key.current?.read()) key.current.settle(error)
      tellFailure(error, words)
    }
  }
  const act = async (input: Input<E>): Promise<Output<E> | undefined> => {
    if (running.current) return undefined
    running.current = true
    try {
      return await send(input)
    } finally {
      running.current = false
    }
  }
  return {
    act,
    busy: isPending,
    giveUp: () => dropUnsent(key.current?.read() ?? ''),
    // What changes nothing may have arrived all the same.
    isUnclear: () => key.current?.isUnclear() === true && (endpoint.changes?.length ?? 0) > 0,
  }
}

/** Only what the server knows by its key may be sent without being asked for. */
const isKept = ({ idempotent }: Endpoint, { by_hand }: { by_hand?: boolean }, error: unknown): boolean =>
  idempotent === true && !by_hand && isUnreached(error)

type Kept<E extends Endpoint> = { input: Input<E>; key: string; text: string; tries: number }

/** So often it is sent by itself, where each time the network went away again. */
const TRIES_MAX = 3

const isUnreached = (error: unknown) => error instanceof ApiError && error.status === 0

/** What a person would call it who looks at the screen: the dialog that is open, or else the page, and when. */
const whatIsSent = (): string => {
  const dialog = [...document.querySelectorAll('[role="dialog"][aria-labelledby]')].at(-1)
  const title = dialog && document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
  const name = title?.textContent || document.querySelector('h1')?.textContent || ''
  const time = malaysianTime(new Date()).slice(0, 5)
  return t`${name}, ${time} MYT`
}

/** Whether the component is still on the screen, for what ends long after it was begun. */
export const useMounted = () => {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}

type Telling = Pick<Words<Endpoint>, 'failed' | 'place' | 'showFields'>

/** Messages that have a field stand there; of anything else one toast speaks. */
const tellFailure = (error: unknown, { failed, place, showFields }: Telling) => {
  const fields = error instanceof ApiError ? error.fields : {}
  const homeless = Object.values(showFields?.(fields) ?? fields).flat()
  const whole = error instanceof ApiError && error.whole.length > 0
  if (Object.keys(fields).length > 0 && homeless.length === 0 && !whole) return
  const message = wordsFor(error, homeless[0])
  const told = failed ? failed(message, error) : message
  if (told) toastBad(told, place)
}

const wordsFor = (error: unknown, homeless: string | undefined) => {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.code === 'idempotency_key_reused') {
    return t`An earlier try was stored already. Look whether it is there before you send this as well.`
  }
  return error.whole[0] ?? homeless ?? messageOf(error)
}
