/** What a field is, and why it may have no value for a person, in words that follow its name */
export type LetterFields = Record<string, [meaning: string, reason: string]>

/** Fields of letters and their templates. In a text, they are in braces: `{first name}`. */
export const withOwnFields = (others: LetterFields): LetterFields => ({
  name: ['Their whole name', 'their name is empty'],
  'first name': ['Their first name', 'their name is empty'],
  organization: ['Their organization', 'they named no organization'],
  'training topics': [
    'What they want to learn, from “Help us plan”',
    'they chose no topics in “Help us plan”',
  ],
  'booking link': ['The page where they book a time with you', 'your booking page isn’t set up yet'],
  'plan link': ['A new link to “Help us plan”, made when you send', 'they are not on the waitlist'],
  ...others,
  'my name': ['Your name', 'your account has no name'],
  'site name': ['The name of your site', 'your site has no name'],
})

/** Values of the fields for one person. A missing field has none. */
export type FieldValues = Record<string, string>

/** Text in braces on one line, which is a field or looks like one */
const inBraces = /\{([^{}\n]{1,100})\}/g

const fieldNamed = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** Fields that only the server can fill in, when the email is sent */
export const laterFields = ['plan link']

export function usesField(text: string, field: string): boolean {
  return [...text.matchAll(inBraces)].some((match) => fieldNamed(match[1] ?? '') === field)
}

/** Puts the values into a text. Fields without a value, and braces that are no field, stay as they are. */
export function fillFields(text: string, values: FieldValues): string {
  return text.replaceAll(inBraces, (whole, typed: string) => {
    const name = fieldNamed(typed)
    return (Object.hasOwn(values, name) && values[name]) || whole
  })
}

/** A field in a text that cannot be filled in, and a sentence that says what to do about it */
export type EmptyField = { field: string; problem: string }

/**
 * Lists the fields in the texts of a letter that have no value, and words in braces that are no fields. An email must not
 * leave with them.
 */
export function listEmptyFields(
  texts: readonly string[],
  values: Record<string, unknown>,
  fields: LetterFields,
): EmptyField[] {
  const typed = [...texts.join('\n').matchAll(inBraces)].map((match) => fieldNamed(match[1] ?? ''))
  return [...new Set(typed)]
    .filter((name) => name !== '' && !(Object.hasOwn(values, name) && values[name]))
    .map((name) => {
      const why = Object.hasOwn(fields, name)
        ? `can’t be filled in, because ${fields[name]?.[1]}`
        : 'isn’t a field, so it can’t be filled in'
      const problem = `“{${name}}” ${why}. Write your own words instead, or remove it.`
      return { field: `{${name}}`, problem }
    })
}

/** A value from a person, without braces, so that it cannot pass as a field */
export const withoutBraces = (value: string) => value.replaceAll(/[{}]/g, '').trim()
