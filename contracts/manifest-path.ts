/** By itself, because the starter of the public pages must stay small. */
export const manifestPath = '/site.webmanifest'
