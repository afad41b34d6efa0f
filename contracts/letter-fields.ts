/** Fields of letters and their templates. In a text, they are in braces: `{first name}`. */
export const letterFieldMeanings = {
  name: 'Their whole name',
  'first name': 'Their first name',
  organization: 'Their organization',
  'training topics': 'What they want to learn, from “Help us plan”',
  'booking link': 'The page where they book a time with you',
  'plan link': 'A new link to “Help us plan”, made when you send',
  'offer link': 'The page of their open offer',
  'my name': 'Your name',
  'site name': 'The name of your site',
}
export type LetterField = keyof typeof letterFieldMeanings
export const letterFields = Object.keys(letterFieldMeanings) as [LetterField, ...LetterField[]]

/** Why a field may have no value for a person, in words that follow the name of the field */
const reasons: Record<LetterField, string> = {
  name: 'their name is empty',
  'first name': 'their name is empty',
  organization: 'they named no organization',
  'training topics': 'they chose no topics in “Help us plan”',
  'booking link': 'your booking page isn’t set up yet',
  'plan link': 'they are not on the waitlist',
  'offer link': 'they have no open offer that you can send them',
  'my name': 'your account has no name',
  'site name': 'your site has no name',
}

/** Values of the fields for one person. A missing field has none. */
export type FieldValues = Partial<Record<LetterField, string>>

/** Text in braces on one line, which is a field or looks like one */
const inBraces = /\{([^{}\n]{1,100})\}/g

const isField = (name: string): name is LetterField => letterFields.some((field) => field === name)

const fieldNamed = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** Fields that only the server can fill in, when the email is sent */
export const laterFields: readonly LetterField[] = ['plan link']

export function usesField(text: string, field: string): boolean {
  return [...text.matchAll(inBraces)].some((match) => fieldNamed(match[1] ?? '') === field)
}

/** Puts the values into a text. Fields without a value, and braces that are no field, stay as they are. */
export function fillFields(text: string, values: FieldValues): string {
  return text.replaceAll(inBraces, (whole, typed: string) => {
    const name = fieldNamed(typed)
    return (isField(name) && values[name]) || whole
  })
}

/** A field in a text that cannot be filled in, and a sentence that says what to do about it */
export type EmptyField = { field: string; problem: string }

/**
 * Lists the fields in the texts of a letter that have no value, and words in braces that are no fields. An email must not
 * leave with them.
 */
export function listEmptyFields(texts: readonly string[], values: FieldValues): EmptyField[] {
  const typed = texts.flatMap((text) =>
    [...text.matchAll(inBraces)].map((match) => fieldNamed(match[1] ?? '')),
  )
  return [...new Set(typed)]
    .filter((name) => name !== '' && !(isField(name) && values[name]))
    .map((name) => ({
      field: `{${name}}`,
      problem: isField(name)
        ? `“{${name}}” can’t be filled in, because ${reasons[name]}. Write your own words instead, or remove it.`
        : `“{${name}}” isn’t a field, so it can’t be filled in. Write your own words instead, or remove it.`,
    }))
}

/** A value from a person, without braces, so that it cannot pass as a field */
export const withoutBraces = (value: string) => value.replaceAll(/[{}]/g, '').trim()
