/** A link that opens the user's email app. A question mark in the address must be encoded; `@` stays readable. */
export const mailto = (address: string) => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
