/** Text as HTML, also inside of an attribute */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
