/** Separate from paths.ts, so that the script of the public pages (app/pages/web/islands.ts) does not include all paths. */
export const manifestPath = '/site.webmanifest'
