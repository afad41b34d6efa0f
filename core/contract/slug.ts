/** Maximum characters of a slug */
export const slugLength = 80

/**
 * The slug of a title: lowercase, with one hyphen for each run of characters other than a-z and 0-9, and no hyphen at
 * either end. Empty if no character is left. The server transliterates other scripts before it calls this function.
 */
export function slugOf(title: string, maxLength = slugLength): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '')
}
