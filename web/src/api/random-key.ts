/** 128 random bits. Not `randomUUID`, which browsers withhold from plain-http addresses of an office network. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
