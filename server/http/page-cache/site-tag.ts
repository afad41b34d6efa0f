/**
 * Cache tag of every page: all of them show the site's name, addresses, or menus, which may link to the office's own
 * pages.
 */
export const siteTag = 'site'
