/** Finds the word of the headline to underline, in upper or lower case. Returns null if it isn't in the text. */
export function findWord(text: string, word: string): RegExpExecArray | null {
  if (word === '') return null
  return new RegExp(word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'iu').exec(text)
}
