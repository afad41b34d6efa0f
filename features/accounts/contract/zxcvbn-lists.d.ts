// The package has no types for its single lists, and its index would load all of them.

declare module '@zxcvbn-ts/language-en/dist/commonWords.json.mjs' {
  const words: string[]
  export default words
}

declare module '@zxcvbn-ts/language-en/dist/firstnames.json.mjs' {
  const names: string[]
  export default names
}

declare module '@zxcvbn-ts/language-en/dist/wordSequences.json.mjs' {
  const sequences: Record<string, string[]>
  export default sequences
}
