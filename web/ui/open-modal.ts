/** Finds the open modal dialog. Everything outside it is inert. */
export function findOpenModal(): Element | null {
  return document.querySelector('dialog:modal')
}
