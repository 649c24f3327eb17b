import { type ReactNode, useSyncExternalStore } from 'react'

export type Wording = {
  title: string
  /** Says exactly what will happen to which thing. */
  body?: ReactNode
  confirm_label: string
  /** The way out. It never bears the name of the act: where that is a cancelling, say what stays instead. */
  dismiss_label?: string
  /** What follows cannot be taken back. */
  danger?: boolean
}

export type ReasonWording = Wording & {
  label: string
  /** What an empty reason is answered with. */
  missing?: string
  /** Characters that fit, counted down for the writer. */
  length_max?: number
}

/** `act` runs while the question stands there. */
export type Question = Wording & { act?: () => Promise<unknown> }

/**
 * Asks once before an act that cannot be undone; answers whether it was confirmed. The question goes once its
 * act has ended, however that was.
 */
export const confirm = async (question: Question): Promise<boolean> => {
  const run = async () => {
    await question.act?.()
    return true
  }
  return (await ask({ wording: question, run })) !== undefined
}

/**
 * Asks for a written reason; answers it, or undefined when there is none. Where `act` fails, told by an answer of
 * undefined, the question stays with what was written. Without `act` it is kept until `keepReason` forgets it.
 */
export const askReason = (
  question: ReasonWording & { act?: (reason: string) => Promise<object | undefined> },
): Promise<string | undefined> => {
  const run = async (reason: string) => {
    if (!question.act) return true
    if ((await question.act(reason)) === undefined) return false
    keepReason(question.title, '')
    return true
  }
  return ask({ wording: question, run })
}

/** What was written and not yet used, by the title of its question: whoever comes back to it finds it there. */
const written = new Map<string, string>()

/** The reason that was begun for a question of this title. */
export const begunReason = (title: string) => written.get(title) ?? ''

/** Keeps a reason that is being written; the empty one forgets it. */
export const keepReason = (title: string, reason: string) => {
  if (reason) written.set(title, reason)
  else written.delete(title)
}

/** Whoever signs in next in this tab finds nothing of theirs who were here before. */
export const forgetReasons = () => written.clear()

/** What is asked at present. */
export type Asked = {
  id: number
  /** What had the focus when it was asked. */
  opener: Element | null
  busy: boolean
  wording: Wording | ReasonWording
  /** The act; whether the question is settled by it. */
  run: (reason: string) => Promise<boolean>
  answer: (reason: string | undefined) => void
}

let asked: Asked | undefined
let last: Pick<Asked, 'id' | 'opener'> = { id: 0, opener: null }
const listeners = new Set<() => void>()

export const useAsked = () => useSyncExternalStore(subscribe, readAsked)

export const readAsked = () => asked

/** Confirms what is asked, with the reason if one was asked for, and runs its act, once. */
export const proceed = async (reason = '') => {
  const given = asked
  if (!given || given.busy) return
  put({ ...given, busy: true })
  let settled = true
  try {
    settled = await given.run(reason)
  } finally {
    if (asked?.id === given.id) put(settled ? undefined : given)
    if (settled) given.answer(reason)
  }
}

/** Takes the way out; there is none while the act runs. */
export const dismiss = () => {
  if (!asked?.busy) forget()
}

/** Takes the way out of this question, if it stands there; whether it did. What it asks about has ended by itself. */
export const withdraw = (question: Question): boolean => {
  const stands = asked?.wording === question && !asked.busy
  if (stands) forget()
  return stands
}

/** Drops the question: the screen that asked it is gone. */
export const forget = () => {
  const given = asked
  put(undefined)
  given?.answer(undefined)
}

const ask = (question: Pick<Asked, 'wording' | 'run'>) => {
  forget()
  last = { id: last.id + 1, opener: findOpener(document.activeElement) }
  return new Promise<string | undefined>((answer) => put({ ...question, ...last, busy: false, answer }))
}

/** A question that follows from within another one has its opener. */
const findOpener = (focused: Element | null) => (focused?.closest('[data-asked]') ? last.opener : focused)

const put = (changed: Asked | undefined) => {
  asked = changed
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
