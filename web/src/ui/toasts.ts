import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { told } from '../i18n.ts'
import { keepError } from './recent-errors.ts'

/**
 * Results stand 5 s at the top right, form messages 3 s at the bottom right (specification 1 §5, §8); what went well on
 * screens of configuration 3 s (3 §9), a report that was submitted 4 s (2 §9); what did not go well there is a result.
 */
const PLACES = {
  configured: { position: 'top-right', autoClose: 3000 },
  report: { position: 'top-right', autoClose: 4000 },
  result: { position: 'top-right', autoClose: 5000 },
  form: { position: 'bottom-right', autoClose: 3000 },
} as const
export type Place = keyof typeof PLACES

export const toastGood = (message: string, place: Place = 'result') =>
  notifications.show({ message: told(message), color: 'green', withBorder: true, ...PLACES[place] })

/** Shows an error and keeps it readable among the last 20. */
export const toastBad = (message: string, place: Place = 'result') => {
  const words = told(message)
  keepError(words)
  notifications.show({
    message: words,
    color: 'red',
    withBorder: true,
    ...PLACES[place === 'form' ? place : 'result'],
  })
}

let works = 0

/** Tells how far something is that takes its time; nothing is shown before there is something to say. */
export const showWork = () => {
  works += 1
  const id = `work-${works}`
  let shown = false
  return {
    say: (message: ReactNode) => {
      const toast = { id, message, loading: true, autoClose: false, withBorder: true } as const
      // Said aloud once: a figure that changes each second would interrupt all else that is read out.
      if (shown) notifications.update({ ...toast, 'aria-live': 'off' })
      else notifications.show({ ...toast, position: PLACES.result.position })
      shown = true
    },
    end: () => notifications.hide(id),
  }
}
