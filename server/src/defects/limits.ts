/** So much may be said of one defect, and so many files may lie with it. */
export const COMMENTS_MAX = 500
export const FILES_MAX = 20

/** Nobody deletes a defect: in so many days the files of one person, and of all together, come to so many bytes. */
export const LATELY_DAYS = 30
export const BYTES_OF_PERSON_MAX = 200_000_000
export const BYTES_OF_ALL_MAX = 2_000_000_000
/** So many defects one person writes down in 24 hours. */
export const DEFECTS_A_DAY_MAX = 200
/** So many bytes their files leave free on the disk, where the database may lie too; with less `doctor` fails. */
export const ROOM_LEFT_BYTES = 1_000_000_000

/** The largest picture taken: that of an 8K screen, which a browser draws from some 130 MB. */
export const PIXELS_MAX = 7_680 * 4_320
