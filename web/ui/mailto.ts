/** A link that opens the user's email app. The address is encoded because it may contain a question mark. */
export const mailto = (address: string) => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
