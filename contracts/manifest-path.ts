/** A file of its own, because the starter script of the public pages must stay small. */
export const manifestPath = '/site.webmanifest'
