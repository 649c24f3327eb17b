/** The published lists shout ("UNITED KINGDOM"); what people read need not. */
export const inTitleCase = (text: string) =>
  text.toLowerCase().replace(/(^|[\s(,'-])\p{L}/gu, (start) => start.toUpperCase())
