/**
 * Faces for Chinese and Tamil, in slices by range of characters: the browser fetches a slice when a page shows one of
 * its characters and no face before it in the theme has that character.
 */
import '@fontsource-variable/noto-sans-sc/index.css'
import '@fontsource-variable/noto-sans-tamil/index.css'
