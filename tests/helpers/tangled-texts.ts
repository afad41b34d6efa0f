export const million = (part: string) => part.repeat(Math.ceil(1_000_000 / part.length)).slice(0, 1_000_000)

/** Markdown that takes far longer to read than other texts of its length */
export const tangledTexts = {
  emphasis: million('*a_'),
  quotes: million('> '),
  'nested tags': million('<ul><li>'),
  'a reference that grows': `[a]: ${'x'.repeat(500_000)}\n\n${million('[a] ')}`,
}
