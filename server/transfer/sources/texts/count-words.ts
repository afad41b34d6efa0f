/** A number with its noun, such as `1 comment` and `2,000 comments` */
export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
