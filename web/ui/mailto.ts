/** What opens a person's own mail program. An address may hold a question mark, which would begin a query. */
export const mailto = (address: string) => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
