import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EntryForm, EntryProblem, EntryResponse, EntryValues } from '../../contracts/entry-form.ts'
import { formStartRead, honeypotField, offlineAdvice } from '../../contracts/form-fields.ts'
import { checkAddress, meantField, questionAddress } from '../../contracts/suggest-address.ts'
import { call } from '../api.ts'
import { prepareToasts, showToast } from '../ui/toast.ts'

type ShownProblem<Values> = EntryProblem<Values> & {
  /** True if the entry could not be sent because the device has no network. */
  offline?: boolean
}

/** State of a public form: checks and sends in place, and keeps what was typed until the server has it. */
export function useEntryForm<Values extends EntryValues>(
  { endpoint, messages, check, read }: EntryForm<Values>,
  given: EntryProblem<Values>,
  onDone: (response: EntryResponse) => void,
) {
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<ShownProblem<Values>>(given)
  const notice = useRef<HTMLElement>(null)
  const start = useStartToken()
  const askedAbout = useRef(given.question?.about)

  useEffect(prepareToasts, [])

  function show(next: ShownProblem<Values>) {
    flushSync(() => {
      setSending(false)
      setProblem(next)
    })
    notice.current?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const form = event.currentTarget
    fillInSuggestion(form, (event.nativeEvent as SubmitEvent).submitter)
    const data = new FormData(form)
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
        showToast({ title: 'Error', description: message, tone: 'destructive' })
        return show({ errors: response.errors, message })
      }
      showToast({ title: 'Success!', description: response.message })
      form.reset()
      // A token is good for one entry.
      start.renew()
      setSending(false)
      onDone(response)
    } catch {
      const offline = !navigator.onLine
      const description = offline ? `${messages.unreachable}\n${offlineAdvice}` : messages.unreachable
      showToast({ title: 'Error', description, tone: 'destructive' })
      show({ message: messages.unreachable, offline })
    }
  }

  return {
    sending,
    problem,
    submit,
    /** Remembers that the visitor has seen a suggestion for this address, so that keeping it needs no question. */
    noteSuggestion(about: string) {
      askedAbout.current = about
    },
    /** Ref of the element that takes the focus if there is something to fix. */
    notice(element: HTMLElement | null) {
      notice.current = element
    },
  }
}

/**
 * A token that records when the form hydrates, which is when the visitor first touches it. Submitting does not wait for
 * it, because an entry is accepted without one.
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

/** The button beside the question submits the suggested address, and the field shows it. */
function fillInSuggestion(form: HTMLFormElement, submitter: HTMLElement | null) {
  const field = form.elements.namedItem('email')
  if (!(submitter instanceof HTMLButtonElement) || submitter.name !== meantField) return
  if (field instanceof HTMLInputElement) field.value = submitter.value
}

/** With script, our own messages appear below the fields; without it, the browser's checks help. */
export function silenceBrowser(form: HTMLFormElement | null): void {
  if (form) form.noValidate = true
}
