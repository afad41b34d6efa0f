/**
 * Cache tag of every page: all of them show the site's name, addresses, or menus, which may link to the office's own
 * pages.
 */
export const siteTag = 'site'

/** Cache tag of the pages that show a section */
export const sectionTag = (section: string) => `site:${section}`

/** Tag in notifications on `page_cache` after the first redirects were added, or the last ones deleted */
export const redirectsTag = 'redirects'
