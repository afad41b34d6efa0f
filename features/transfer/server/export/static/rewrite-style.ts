import { posix } from 'node:path'

/**
 * Turns a style sheet of our own build into one of a copy. `write` gets the path in the copy of each file that it loads,
 * such as a font, and returns its address. Browsers have scripting enabled, but a copy has no scripts, so it also gets the
 * styles for browsers without them.
 */
export function rewriteStyle(css: string, from: string, write: (file: string) => string): string {
  return css
    .replaceAll(/\(scripting:\s*none\)/g, '(width>=0)')
    .replaceAll(/url\((["']?)(\/?[\w./-]+)\1\)/g, (whole, quote: string, address: string) => {
      const file = address.startsWith('/') ? address.slice(1) : posix.join(posix.dirname(from), address)
      return /^assets\/[\w.-]+$/.test(file) ? `url(${quote}${write(file)}${quote})` : whole
    })
}
