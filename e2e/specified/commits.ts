/** What the specification says of the commit log, letter for letter (specification 3 §2, "Git commit logs"). */
export const COLUMNS = ['Date', 'Author', 'Commit ID', 'Files Added', 'Files Removed', 'Files Modified']
export const NO_AUTHOR = 'Unknown'
export const NO_ADDRESS = 'N/A'
/** §9. */
export const ID_CHARS = 7
/** §7. */
export const CALL = '/api/v1/git-logs/'
/** §8. */
export const FAILED = 'Failed to fetch commit logs. Please try again later.'
