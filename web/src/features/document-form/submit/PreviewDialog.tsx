import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Center, Group, Loader, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { intake } from '#contract/intake.ts'
import { malaysianTime } from '#domain/time/dates.ts'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { mayRetry } from '../../../ui/LoadError.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { toRequest } from '../form/request.ts'
import type { DocumentForm } from '../form/state.ts'
import { useOpenForm } from '../form-context.ts'
import { useInvoiceNumber } from '../header/use-invoice-number.ts'
import classes from './submit.module.css'

/** The document as it would be printed now, marked DRAFT; nothing is stored. */
export const PreviewDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useLingui()
  return (
    <Modal opened={opened} onClose={onClose} title={t`Preview`} size={960}>
      <Draft />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </Group>
    </Modal>
  )
}

const Draft = () => {
  const { t } = useLingui()
  const { store, editing } = useOpenForm()
  const next = useInvoiceNumber()
  const [form] = useState<DocumentForm>(() => store.get().form)
  const { data, error, refetch } = useQuery({
    queryKey: [intake.preview.id, form, next],
    queryFn: ({ signal }) => {
      const numbered = editing ? form : { ...form, invoice_number: next }
      return call(intake.preview, { body: toRequest(numbered, malaysianTime(new Date())) }, { signal })
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useBlobAddress(data)
  const { frame, link } = useKeysBack()
  if (error) {
    return (
      <Notice tone="bad">
        {messageOf(error)}{' '}
        {mayRetry(error) && (
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            <Trans>Retry</Trans>
          </Button>
        )}
      </Notice>
    )
  }
  if (!address) {
    return (
      <Center className={classes.preview ?? ''}>
        <Loader aria-label={t`Drawing the preview`} />
      </Center>
    )
  }
  return (
    <>
      {/* A frame swallows Escape and leads out of the dialog, so Tab passes it by. */}
      <iframe
        ref={frame}
        tabIndex={-1}
        className={classes.preview}
        src={`${address}#navpanes=0&view=FitH`}
        title={t`Draft of the document`}
      />
      <Anchor ref={link} href={address} target="_blank" size="sm" underline="always">
        <Trans>Open in a new tab</Trans>
      </Anchor>
    </>
  )
}

/** How often it is looked who has the keys, ms. */
const LOOK_MS = 200

/**
 * Who clicks into the frame keeps the keys of the dialog; to read on by keyboard there is a tab of its own. It is
 * looked by the clock: a viewer that comes or goes meanwhile takes the focus, or drops it, without an event.
 */
const useKeysBack = () => {
  const frame = useRef<HTMLIFrameElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const takeBack = () => {
      const { activeElement: holder, body } = document
      if (holder === frame.current || holder === body) link.current?.focus()
    }
    const looking = setInterval(takeBack, LOOK_MS)
    return () => clearInterval(looking)
  }, [])
  return { frame, link }
}

const useBlobAddress = (blob: Blob | undefined) => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
