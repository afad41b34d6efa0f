import { useState } from 'react'
import * as z from 'zod/mini'
import { dropLocalCopy, readLocalCopy, writeLocalCopy } from '../../../../../core/web/editing/local-copy.ts'
import { randomId } from '../../../../../core/web/ui/random-id.ts'
import { type FieldValues, fillFields, laterFields } from '../../../contract/letter-fields.ts'

const letterCopy = z.object({
  /** The same for each attempt to send this letter, which may have arrived although no response came back */
  key: z.string(),
  subject: z.string(),
  body: z.string(),
})
type LetterCopy = z.infer<typeof letterCopy>

/** Each user of this browser has letters of their own. */
export const copyKeyOf = (username: string, email: string) => `letter:${username}:${email.toLowerCase()}`

/** Reads a letter that was not sent yet from this browser's storage. */
const readLetterCopy = (copyKey: string) => readLocalCopy(copyKey, letterCopy)

export const hasLetterCopy = (copyKey: string) => readLetterCopy(copyKey) !== undefined

export type LetterTexts = Pick<LetterCopy, 'subject' | 'body'>

/** Text from a template or an AI service, and its origin in words that follow "from" */
export type OfferedText = LetterTexts & { origin: string }

/** The texts before the last change that was not typed, and a sentence about that change */
type Undo = { before: LetterTexts; note: string }

/**
 * The letter that is being written, kept in this browser. Text that is offered fills empty fields, with an undo. Typed
 * text is never overwritten: then the offered text waits in `offered` until the user decides.
 */
export function useLetterText(copyKey: string, suggestedSubject: string) {
  const [copy, setCopy] = useState<LetterCopy>(
    () => readLetterCopy(copyKey) ?? { key: randomId(), subject: suggestedSubject, body: '' },
  )
  const [undo, setUndo] = useState<Undo>()
  const [offered, setOffered] = useState<OfferedText>()
  /** The text that was filled in last. While it is unchanged, it may be replaced without asking. */
  const [filled, setFilled] = useState<LetterTexts>()
  const { subject, body } = copy

  function change(texts: Partial<LetterCopy>) {
    const next = { ...copy, ...texts }
    setCopy(next)
    // Kept until it is sent, if it has text
    if (next.body.trim() === '') dropLocalCopy(copyKey)
    else writeLocalCopy(copyKey, next)
  }

  function fill(texts: LetterTexts, note: string) {
    setUndo({ before: undo && isUntouched(body, filled?.body) ? undo.before : { subject, body }, note })
    setFilled(texts)
    setOffered(undefined)
    change(texts)
  }

  /** The subject that offered text brings along, unless the user has typed one or it is “Re: ...” */
  const subjectFor = (text: OfferedText) => (isUntouched(subject, filled?.subject) ? text.subject : subject)

  return {
    subject,
    body,
    key: copy.key,
    offered,
    undoNote: undo?.note,
    type(texts: Partial<LetterTexts>) {
      setUndo(undefined)
      change(texts)
    },
    offer(text: OfferedText) {
      if (!isUntouched(body, filled?.body)) return setOffered(text)
      fill({ subject: subjectFor(text), body: text.body }, `Filled in from ${text.origin}.`)
    },
    replace(text: OfferedText) {
      fill({ subject: subjectFor(text), body: text.body }, `Replaced by ${text.origin}.`)
    },
    insertBelow(text: OfferedText) {
      const below = `${body.trimEnd()}\n\n${text.body}`
      fill({ subject: subjectFor(text), body: below }, `Added from ${text.origin}.`)
    },
    refuse: () => setOffered(undefined),
    discard() {
      fill({ subject: suggestedSubject, body: '' }, 'Discarded.')
    },
    undo() {
      if (!undo) return
      change(undo.before)
      setUndo(undefined)
      setFilled(undefined)
    },
    /** Makes the next attempt a letter of its own, because the one with this key was sent. */
    renewKey: () => change({ key: randomId() }),
    drop: () => dropLocalCopy(copyKey),
  }
}

export type LetterText = ReturnType<typeof useLetterText>

const isUntouched = (now: string, filled: string | undefined) => now.trim() === '' || now === filled

/** Fills in what is known now. The server fills in the other fields when the letter is sent. */
export function fillNow({ subject, body }: LetterTexts, fields: FieldValues): LetterTexts {
  const values = Object.fromEntries(Object.entries(fields).filter(([field]) => !laterFields.includes(field)))
  return { subject: fillFields(subject, values), body: fillFields(body, values) }
}
