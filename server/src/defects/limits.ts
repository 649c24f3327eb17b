/** So much may be said of one defect, and so many files may lie with it. */
export const COMMENTS_MAX = 500
export const FILES_MAX = 20

/** The largest picture taken: that of an 8K screen, which a browser draws from some 130 MB. */
export const PIXELS_MAX = 7_680 * 4_320
