import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

type Props = Omit<ButtonProps, 'variant'> & {
  /** Media types, as the file dialog offers them. */
  types: readonly string[]
  onChoose: (file: File) => void
  'aria-label'?: string
  children: ReactNode
}

/** A button that lets a person choose one file; the same one may be chosen again. */
export const FileChoice = ({ types, onChoose, ...button }: Props) => {
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      accept={types.join()}
      resetRef={reset}
      onChange={(file) => {
        reset.current?.()
        if (file) onChoose(file)
      }}
    >
      {(props) => <Button {...props} {...button} variant="default" />}
    </FileButton>
  )
}
