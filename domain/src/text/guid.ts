/** An id as we give it to what we keep. What LHDN calls the UUID of a document is none. */
export const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
