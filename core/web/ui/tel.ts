/** URL that calls a phone number; undefined for a text without digits. Leaves out an extension, which would be dialed as part of the number. */
export function tel(phone: string): string | undefined {
  const digits = phone.replace(/(\d[\s).]*)[a-z#;,].*$/is, '$1').replaceAll(/[^\d+]/g, '')
  return /\d/.test(digits) ? `tel:${digits}` : undefined
}
