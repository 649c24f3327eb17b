import { useForm } from '@mantine/form'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { FieldErrors } from '#domain/problems.ts'
import { ApiError } from '../../api/errors.ts'
import { useAct, type Words } from '../acts/use-act.ts'
import { toastBad } from '../toasts.ts'
import { focusFirst, placeErrors } from './place-errors.ts'

type Given<E extends Endpoint, V> = Omit<Words<E>, 'showFields' | 'onLate'> & {
  /** What the fields hold at first. They bear the names that the body has for them. */
  initial: V
  /** What is sent for what was typed. */
  toInput: (values: V) => Input<E>
  /** With the values that were sent. */
  onDone?: (reply: Output<E>, sent: V) => void
}

/** What a form gives to the panel around it. */
export type ActForm = Pick<
  ReturnType<typeof useActForm>,
  'submit' | 'busy' | 'sending' | 'isDirty' | 'isUnclear' | 'giveUp' | 'overtaken'
>

/**
 * A form that sends one call. What the contract's schema refuses is told at the fields before anything is sent, what
 * the server refuses afterwards, and the first of them has the focus. A call that failed leaves everything as typed;
 * where somebody else was quicker (`overtaken`), the next one is made upon what is there now. What is typed while it is
 * under way (`sending`) would neither be sent nor stay: its fields stand in `Rest` meanwhile.
 */
export const useActForm = <E extends Endpoint, V extends Record<string, unknown>>(
  endpoint: E,
  { initial, toInput, onDone, ...words }: Given<E, V>,
) => {
  const form = useForm<V>({ initialValues: initial })
  const [sending, setSending] = useState(false)
  const { element, showFields } = useFieldErrors(form, sending)
  useEffect(() => void loadCheck(), [])
  const [current, setCurrent] = useState<object>()
  const failed: typeof words.failed = (message, error) => {
    if (error instanceof ApiError && error.code === 'changed_meanwhile') setCurrent(error.current)
    return words.failed ? words.failed(message, error) : message
  }
  const sent = useRef(initial)
  const finish = (reply: Output<E>) => {
    form.resetDirty(sent.current)
    setCurrent(undefined)
    onDone?.(reply, sent.current)
  }
  // Who typed on meanwhile goes on typing.
  const onLate = (reply: Output<E>, waits: boolean) => {
    const is_seen = waits && JSON.stringify(sent.current) === JSON.stringify(form.getValues())
    if (is_seen) finish(reply)
    return is_seen
  }
  const { act, busy, giveUp, isUnclear } = useAct(endpoint, { ...words, failed, showFields, onLate })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A panel lies inside the form that opened it, as React sees it.
    event.stopPropagation()
    element.current = event.currentTarget
    if (sending) return
    setSending(true)
    try {
      await send()
    } finally {
      setSending(false)
    }
  }
  const send = async () => {
    const input = upon(current, toInput(form.getValues()))
    sent.current = form.getValues()
    const check = await loadCheck()
    const errors = check?.checkInput(endpoint, input as object) ?? {}
    const [homeless] = Object.values(showFields(errors)).flat()
    if (homeless) toastBad(homeless, words.place)
    if (Object.keys(errors).length > 0) return
    const reply = await act(input)
    if (reply !== undefined) finish(reply)
  }
  type Path = Parameters<typeof form.getInputProps>[0]
  return {
    form,
    submit,
    busy: sending || busy,
    sending,
    giveUp,
    isUnclear,
    isDirty: () => form.isDirty(),
    overtaken: current !== undefined,
    /** Binds an input of text to the value at this path. */
    field: (path: Path) => form.getInputProps(path),
    /** Binds a SearchSelect. */
    choice: (path: Path & string) => choiceOf(endpoint, path, form.getInputProps(path)),
  }
}

/** Shows messages at the fields of the form, and answers those that have none there. */
const useFieldErrors = (form: { setErrors: (errors: Placed) => void }, sending: boolean) => {
  const element = useRef<HTMLFormElement>(null)
  const wrong = useRef<Placed>(undefined)
  const showFields = (errors: FieldErrors): FieldErrors => {
    const { placed, homeless } = placeErrors(errors, element.current)
    form.setErrors(placed)
    wrong.current = placed
    return homeless
  }
  // A field that rests takes no focus.
  useEffect(() => {
    if (sending || !wrong.current) return
    focusFirst(wrong.current, element.current)
    wrong.current = undefined
  })
  return { element, showFields }
}

type Placed = Record<string, string>
type Bound = ReturnType<ReturnType<typeof useForm>['getInputProps']>

const choiceOf = ({ id }: Endpoint, path: string, { value, error, onChange }: Bound) => ({
  id: `${id}-${path}`,
  path,
  value,
  error,
  onChoose: (option: Chosen) => onChange(option.value),
  // As typed: what is none of the choices is refused like anything else that cannot be.
  onUnread: (typed: string) => onChange(typed),
})

/** The schemas come with the first form that is opened. Where they cannot be had, the server alone refuses. */
const loadCheck = () => import('./check-input.ts').catch(() => undefined)

/** The same call upon the state that a refusal named. */
const upon = <I>(current: object | undefined, input: I): I => {
  if (current === undefined) return input
  const { body, form } = input as { body?: object; form?: object }
  return { ...input, ...(form ? { form: { ...form, ...current } } : { body: { ...body, ...current } }) }
}

type Chosen = { value: string }
