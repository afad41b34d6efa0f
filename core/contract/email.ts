import * as z from 'zod/mini'

/**
 * The one rule for email addresses: the HTML standard's pattern for `<input type="email">`
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address), at most 254 characters
 * (RFC 5321). The pattern does not allow CR or LF, so an address cannot inject email headers.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && z.regexes.html5Email.test(text)
}

/** An address in a request, trimmed */
export const emailAddress = () => z.string().check(z.trim(), z.refine<string>(isEmailAddress, invalidEmail))

/** An address that may be left out, trimmed */
export const optionalEmail = () =>
  z.string().check(
    z.trim(),
    z.refine<string>((address) => address === '' || isEmailAddress(address), { error: invalidEmail }),
  )

/** Message below a field with an invalid address */
export const invalidEmail = 'Enter a valid email address, like name@example.org.'
