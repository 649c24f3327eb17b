/** An event of a stream: its data, which is one line of ours. */
export type StreamEvent = { data: string }

/**
 * Reads the events of an answer as they come; `onBytes` hears of every sign of life, be it an event or not. Ends with
 * the answer, and throws where that breaks off.
 */
export const readEvents = async (
  body: ReadableStream<Uint8Array>,
  { onEvent, onBytes }: { onEvent: (event: StreamEvent) => void; onBytes: () => void },
): Promise<void> => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    const parts = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = (parts.pop() ?? '').slice(-EVENT_CHARS_MAX)
    for (const part of parts) {
      const data = /^data: ?(.*)$/m.exec(part)?.[1]
      if (data !== undefined) onEvent({ data })
    }
  }
}

const EVENT_CHARS_MAX = 10_000
