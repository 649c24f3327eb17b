/** Hands a file to the browser's own download. */
export const download = (content: Blob, name: string) => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the address by the next minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
