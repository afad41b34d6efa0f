/** Finds the open modal dialog. Everything outside a modal dialog is inert. */
export function findOpenModal(): Element | null {
  return document.querySelector('dialog:modal')
}
