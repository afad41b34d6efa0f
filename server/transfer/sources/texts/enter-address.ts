/** End of notes about links that are not possible without the address of the old site */
export const enterAddress = 'To keep a link, enter the address of the old site before you start the import.'
