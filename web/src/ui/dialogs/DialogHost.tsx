import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { later } from '../later/later.ts'
import { forget, useAsked } from './ask.ts'
import { useEscapeHost } from './escape.ts'

const Dialog = later(async () => (await import('./Dialog.tsx')).Dialog)

/** Where all questions of the screens appear, one at a time. Stands first in the shell, for the sake of Escape. */
export const DialogHost = () => {
  const asked = useAsked()
  const { href } = useLocation()
  useEscapeHost()
  // biome-ignore lint/correctness/useExhaustiveDependencies: who goes elsewhere leaves the question behind
  useEffect(() => forget, [href])
  return <Suspense>{asked && <Dialog key={asked.id} asked={asked} />}</Suspense>
}
