/** Gives the focus to the screen's heading, where what had it is gone. */
export const focusHeading = () => {
  const heading = document.querySelector<HTMLElement>('#content h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
