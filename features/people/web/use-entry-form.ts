import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formStartRead, honeypotField, offlineAdvice } from '../../../core/contract/form-fields.ts'
import { checkAddress, meantField, questionAddress } from '../../../core/contract/suggest-address.ts'
import { call } from '../../../core/web/api.ts'
import { prepareToasts, showToast } from '../../../core/web/ui/toast.ts'
import {
  createRephrasing,
  type EntryForm,
  type EntryMessages,
  type EntryProblem,
  type EntryResponse,
  type EntryValues,
} from '../contract/entry-form.ts'

type ShownProblem<Values> = EntryProblem<Values> & {
  /** True if the form could not be sent because the device is offline */
  offline?: boolean
}

/** State of a public form that is checked and submitted without a page load. Typed text is cleared only on success. */
export function useEntryForm<Values extends EntryValues>(
  form: EntryForm<Values>,
  words: Omit<EntryMessages, 'fix' | 'required'>,
  given: EntryProblem<Values>,
  onDone: (response: EntryResponse) => void,
) {
  const { endpoint, messages, check, read } = form
  const rephrase = createRephrasing(form, words)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<ShownProblem<Values>>(given)
  const notice = useRef<HTMLElement>(null)
  const start = useStartToken()
  const askedAbout = useRef(given.question?.about)

  useEffect(prepareToasts, [])

  function show(next: ShownProblem<Values>) {
    // Render now, so that the element to focus exists.
    flushSync(() => {
      setSending(false)
      setProblem(next)
    })
    notice.current?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const element = event.currentTarget
    fillInSuggestion(element, (event.nativeEvent as SubmitEvent).submitter)
    const data = new FormData(element)
    const checked = check(read((name) => data.getAll(name).map(String)))
    if (!checked.ok) return show({ errors: checked.errors, message: messages.fix })
    const { values } = checked
    const question = questionAddress(values.email, askedAbout.current)
    if (question) {
      askedAbout.current = question.about
      return show({ errors: { email: question.text }, message: checkAddress, question })
    }

    setSending(true)
    setProblem({})
    try {
      const honeypot = String(data.get(honeypotField) ?? '')
      const body = { ...values, start: start.token(), ...(honeypot && { [honeypotField]: honeypot }) }
      const response = await call(endpoint, { body })
      if (!response.success) {
        const message = response.message || messages.failed
        showToast({ title: words.error, description: rephrase(message), tone: 'destructive' })
        return show({ errors: response.errors, message })
      }
      showToast({ title: words.success, description: rephrase(response.message) })
      element.reset()
      // Each token is valid for one entry only.
      start.renew()
      setSending(false)
      onDone(response)
    } catch {
      const offline = !navigator.onLine
      const description = offline ? `${words.unreachable}\n${offlineAdvice}` : words.unreachable
      showToast({ title: words.error, description, tone: 'destructive' })
      show({ message: messages.unreachable, offline })
    }
  }

  return {
    sending,
    problem,
    rephrase,
    submit,
    /** Remembers that the field already suggested another address, so that submitting does not ask again. */
    noteSuggestion(about: string) {
      askedAbout.current = about
    },
    /** Ref of the element that gets the focus if the form has errors */
    notice(element: HTMLElement | null) {
      notice.current = element
    },
  }
}

/**
 * A token from the server with the time when the visitor first touched the form, which is when the form hydrates.
 * Submitting does not wait for the token, because entries without a token are accepted.
 */
function useStartToken() {
  const token = useRef<string>(undefined)
  function renew() {
    token.current = undefined
    call(formStartRead).then(
      ({ start }) => {
        token.current = start
      },
      () => {},
    )
  }
  useEffect(renew, [])
  return { token: () => token.current, renew }
}

/** If the form was submitted with the button for the suggested address, puts that address into the field. */
function fillInSuggestion(form: HTMLFormElement, submitter: HTMLElement | null) {
  const field = form.elements.namedItem('email')
  if (!(submitter instanceof HTMLButtonElement) || submitter.name !== meantField) return
  if (field instanceof HTMLInputElement) field.value = submitter.value
}

/**
 * Turns off the browser's validation, because our own messages appear below the fields. Without JavaScript the
 * browser's validation stays on.
 */
export function silenceBrowser(form: HTMLFormElement | null): void {
  if (form) form.noValidate = true
}
