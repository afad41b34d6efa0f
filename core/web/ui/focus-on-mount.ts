/**
 * A ref that focuses an element when it appears, for example because the button that was clicked is gone. (React
 * focuses only form controls for `autoFocus`.)
 */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
