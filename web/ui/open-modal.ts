/** The modal dialog that is open, if one is: everything outside it is inert. */
export function findOpenModal(): Element | null {
  return document.querySelector('dialog:modal')
}
