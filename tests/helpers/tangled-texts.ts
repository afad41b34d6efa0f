export const million = (part: string) => part.repeat(Math.ceil(1_000_000 / part.length)).slice(0, 1_000_000)

/** Texts for which parsing Markdown takes far longer than usual for their length */
export const tangledTexts = {
  emphasis: million('*a_'),
  quotes: million('> '),
  'nested tags': million('<ul><li>'),
  'a reference that grows': `[a]: ${'x'.repeat(500_000)}\n\n${million('[a] ')}`,
}
