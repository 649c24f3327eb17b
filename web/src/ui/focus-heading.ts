/** Gives the focus to a heading, which takes none by itself: to the screen's, unless it is another. */
export const focusHeading = (heading = document.querySelector<HTMLElement>('#content h1')) => {
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
