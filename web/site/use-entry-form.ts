import { type FormEvent, type RefCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formStartAnswer, honeypotField } from '../../contracts/entry-form.ts'
import { paths } from '../../contracts/paths.ts'
import { callApi } from '../api.ts'
import { prepareToasts, showToast } from '../ui/toast.ts'

export type FormProblem<Errors> = { errors?: Errors | undefined; message?: string | undefined }

type Options<Values extends object, Errors> = {
  /** What the page came with. */
  given: FormProblem<Errors>
  path: string
  read: (data: FormData) => Values
  check: (values: Values) => { ok: true; values: Values } | { ok: false; errors: Errors }
  /** Parses the answer of the call. */
  answer: (json: unknown) => { success: boolean; message: string; errors?: Errors | undefined }
  messages: { mend: string; failed: string; unreachable: string }
  onDone: () => void
}

export type EntryForm<Errors> = {
  sending: boolean
  problem: FormProblem<Errors>
  /** Of what takes the focus when there is something to mend. */
  notice: RefCallback<HTMLElement>
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}

/**
 * A form by which people write to us. With script it checks and sends in place, and what was typed stays until it
 * is safely with us.
 */
export function useEntryForm<Values extends object, Errors>(
  options: Options<Values, Errors>,
): EntryForm<Errors> {
  const { given, path, read, check, answer, messages, onDone } = options
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState(given)
  const notice = useRef<HTMLElement>(null)
  const start = useRef<string>(undefined)

  /** Nobody waits for it, and an entry is taken without it, too. */
  async function askForStart() {
    start.current = undefined
    const answer = await callApi('GET', paths.api.formStart).catch(() => undefined)
    const parsed = formStartAnswer.safeParse(answer)
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
    const data = new FormData(form)
    const checked = check(read(data))
    if (!checked.ok) return show({ errors: checked.errors, message: messages.mend })

    setSending(true)
    setProblem({})
    try {
      const honeypot = String(data.get(honeypotField) ?? '')
      const { success, message, errors } = answer(
        await callApi('POST', path, {
          ...checked.values,
          start: start.current,
          ...(honeypot && { [honeypotField]: honeypot }),
        }),
      )
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
      onDone()
    } catch {
      showToast({ title: 'Error', description: messages.unreachable, tone: 'destructive' })
      show({ message: messages.unreachable })
    }
  }

  return {
    sending,
    problem,
    submit,
    notice(element) {
      notice.current = element
    },
  }
}

/** With script our own words stand under the fields; without it the browser's checks help. */
export function silenceBrowser(form: HTMLFormElement | null): void {
  if (form) form.noValidate = true
}
