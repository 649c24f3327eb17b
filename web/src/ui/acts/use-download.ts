import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { download, fetchFile, type Transfer } from '../../api/download.ts'
import { messageOf } from '../../api/errors.ts'
import { type Place, showWork, toastBad, toastGood } from '../toasts.ts'

type Words = { done: string; failed: (message: string) => string; place?: Place | undefined }

/** Saves the file of an endpoint under the name that the server gives it; throws ApiError. `work` tells how far. */
export const saveFile = async <E extends Endpoint & { reply: 'file' }>(
  endpoint: E,
  input: Input<E>,
  work: Pick<ReturnType<typeof showWork>, 'say'>,
): Promise<void> => {
  const file = await fetchFile(endpoint, input, (name, transfer) => work.say(progress(name, transfer)))
  download(file.content, file.name)
}

/**
 * The same at a press. How far a large one is stands in a toast, also when its screen is left; another one says how it
 * ended.
 */
export const useDownload = <E extends Endpoint & { reply: 'file' }>(
  endpoint: E,
  { done, failed, place }: Words,
) => {
  const { mutate, isPending } = useMutation<void, Error, { input: Input<E> }>({
    mutationFn: async ({ input }) => {
      const work = showWork()
      try {
        await saveFile(endpoint, input, work)
      } finally {
        work.end()
      }
    },
    onSuccess: () => toastGood(done, place),
    onError: (error) => toastBad(failed(messageOf(error))),
  })
  return { run: (input: Input<E>) => mutate({ input }), busy: isPending }
}

const progress = (name: string, { bytes, bytes_max }: Transfer) => {
  const [come, all] = [inMegabytes(bytes), bytes_max && inMegabytes(bytes_max)]
  return all ? t`Downloading ${name}: ${come} of ${all} MB` : t`Downloading ${name}: ${come} MB`
}

const inMegabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
