import { type FormEvent, type RefCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formStartResponse, honeypotField, offlineAdvice } from '../../contracts/form-fields.ts'
import { paths } from '../../contracts/paths.ts'
import {
  type AddressQuestion,
  checkAddress,
  meantField,
  questionAddress,
} from '../../contracts/suggest-address.ts'
import { callApi } from '../api.ts'
import { prepareToasts, showToast } from '../ui/toast.ts'

export type FormProblem<Errors> = {
  errors?: Errors | undefined
  message?: string | undefined
  /** Asked once before an address that looks mistyped is sent; its text is among the errors. */
  question?: AddressQuestion | undefined
  /** True where the entry could not be sent because the device has no network. */
  offline?: boolean
}

type Answer<Errors> = { success: boolean; message?: string | undefined; errors?: Errors | undefined }

type Options<
  Values extends { email: string },
  Errors extends { email?: string },
  Response extends Answer<Errors>,
> = {
  /** What the page came with. */
  given: FormProblem<Errors>
  path: string
  read: (data: FormData) => Values
  check: (values: Values) => { ok: true; values: Values } | { ok: false; errors: Errors }
  /** Parses the answer of the call. */
  answer: (json: unknown) => Response
  messages: { mend: string; failed: string; unreachable: string }
  onDone: (answer: Response) => void
}

export type EntryForm<Errors> = {
  sending: boolean
  problem: FormProblem<Errors>
  /** Notes that the person has seen a suggestion for this address, so that keeping it needs no question. */
  noteSuggestion: (about: string) => void
  /** Of what takes the focus when there is something to fix. */
  notice: RefCallback<HTMLElement>
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}

/**
 * A form by which people write to us. With script it checks and sends in place, and what was typed stays until it
 * is safely with us.
 */
export function useEntryForm<
  Values extends { email: string },
  Errors extends { email?: string },
  Response extends Answer<Errors>,
>(options: Options<Values, Errors, Response>): EntryForm<Errors> {
  const { given, path, read, check, answer, messages, onDone } = options
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState(given)
  const notice = useRef<HTMLElement>(null)
  const start = useRef<string>(undefined)
  const askedAbout = useRef(given.question?.about)

  /** No one waits for it, and an entry is taken without it, too. */
  async function askForStart() {
    start.current = undefined
    const answer = await callApi('GET', paths.api.formStart).catch(() => undefined)
    const parsed = formStartResponse.safeParse(answer)
    if (parsed.success) start.current = parsed.data.start
  }
  // The form comes alive when somebody touches it, and that is what the server is asked to note.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    void askForStart()
    prepareToasts()
  }, [])

  function show(next: FormProblem<Errors>) {
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
    takeMeantAddress(form, (event.nativeEvent as SubmitEvent).submitter)
    const data = new FormData(form)
    const checked = check(read(data))
    if (!checked.ok) return show({ errors: checked.errors, message: messages.mend })
    const question = questionAddress(checked.values.email, askedAbout.current)
    if (question) {
      askedAbout.current = question.about
      return show({ errors: { email: question.text } as Errors, message: checkAddress, question })
    }

    setSending(true)
    setProblem({})
    try {
      const honeypot = String(data.get(honeypotField) ?? '')
      const response = answer(
        await callApi('POST', path, {
          ...checked.values,
          start: start.current,
          ...(honeypot && { [honeypotField]: honeypot }),
        }),
      )
      const { success, message, errors } = response
      if (!success) {
        const words = message || messages.failed
        showToast({ title: 'Error', description: words, tone: 'destructive' })
        return show({ errors, message: words })
      }
      showToast({ title: 'Success!', description: message })
      form.reset()
      // It was good for one entry.
      void askForStart()
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
    noteSuggestion(about) {
      askedAbout.current = about
    },
    notice(element) {
      notice.current = element
    },
  }
}

/** The button beside the question sends the address that was suggested, and the field shows it. */
function takeMeantAddress(form: HTMLFormElement, submitter: HTMLElement | null) {
  const field = form.elements.namedItem('email')
  if (!(submitter instanceof HTMLButtonElement) || submitter.name !== meantField) return
  if (field instanceof HTMLInputElement) field.value = submitter.value
}

/** With script our own words are shown below the fields; without it the browser's checks help. */
export function silenceBrowser(form: HTMLFormElement | null): void {
  if (form) form.noValidate = true
}
